import type { Answer } from '../../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { Admission } from '../../client/admission/admission.ts'
import { spentBy } from '../../client/admission/spend-limits.ts'
import { runChat, type ChatRun } from '../../client/chat-completion.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'

/** A request that is over. */
export interface SentChat {
  answer: Answer
  /** Nothing of it left this page. */
  isUnsent: boolean
  /** HTTP status; undefined where none arrived. */
  status: number | undefined
  /** micro-USD; undefined where it may have been charged and nobody knows how much. */
  cost: number | undefined
  exchangeId: string | undefined
}

export interface ChatToSend {
  connection: Connection
  request: ChatRequest
  headers?: HeaderList
  /** Called when everything but the network is granted. False: it is not sent after all. */
  beforeSend: () => Promise<boolean>
  /** Called with the run as soon as it can be followed. */
  onRun?: (run: ChatRun) => void
  /** A person lets it go in spite of the spend limits of the page. */
  overCaps?: boolean
  signal: AbortSignal
}

/** Sends a request of a run through the one pipeline, once. Never rejects. */
export async function sendChat(
  client: Client,
  { connection, request, headers = [], beforeSend, onRun, overCaps = false, signal }: ChatToSend,
): Promise<SentChat> {
  const journal: Admission = async () =>
    (await beforeSend())
      ? { ok: true }
      : { ok: false, failure: { kind: 'aborted', message: 'It was not stored, so not sent.' } }
  const run = runChat(client, connection, request, { headers, signal, admit: [journal], overCaps })
  onRun?.(run)
  const answer = await run.done
  const closed = run.closed()
  return {
    answer,
    isUnsent: closed === undefined || closed.unsent === true,
    status: closed?.status,
    cost: closed === undefined ? 0 : spentBy(closed),
    exchangeId: run.exchangeId(),
  }
}
