import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { type KnownShape, knownShapes, memberPaths } from '../../../contract/witness/witness.ts'
import { createClient } from '../client/client.ts'
import { readBaseUrl } from '../client/connection/base-url.ts'
import type { Connection } from '../client/connection/connections.ts'
import { secretsCredential } from '../client/connection/credential.ts'
import { readExtraHeaders } from '../client/connection/extra-headers.ts'
import { firstModel, withoutSecrets, type Replies, type Reply } from './reply.ts'
import { checkReport, type CheckReport, differencesFrom, inCode, reportMarkdown } from './report.ts'
import type { Asking } from './requests.ts'
import {
  checkChats,
  checkForFree,
  maxChatsCost,
  priceOf,
  rowsOf,
  type DoctorEnd,
} from './run-doctor.ts'

/** What a person asked for in a terminal. */
export interface TerminalOptions {
  baseUrl: string
  /** '' for none. */
  apiKey: string
  /** Headers of every request, one `Name: value` per line. */
  headers: string
  /** The first of the list where it is undefined. */
  model: string | undefined
  /** The origin whose pages must be let in. */
  pageOrigin: string
  /** Chat requests may be sent, at the price that was shown before. */
  isPaid: boolean
  /** What an API like the documented one is compared with; the witness unless given. */
  known?: readonly KnownShape[]
  /** Takes a line for each response: "3 of 20: GET /models, status 200". */
  onProgress: (line: string) => void
  /** Takes faults of the program itself. */
  onFault: (error: unknown) => void
}

/** What was found, and what to know beside it. */
export interface TerminalResult {
  report: CheckReport
  markdown: string
  /** A sentence each: what ended it, and what may be asked for next. */
  notes: string[]
  /** Nothing could be checked. */
  isUnreachable: boolean
}

/** Checks an API from a terminal, where every header can be seen; a sentence where the options make no sense. */
export async function checkInTerminal(options: TerminalOptions): Promise<TerminalResult | string> {
  const { apiKey, pageOrigin, isPaid, known = knownShapes(), onProgress, onFault } = options
  const reading = readBaseUrl(options.baseUrl)
  if (!reading.ok) return reading.message
  const headers = readExtraHeaders(options.headers)
  if (!headers.ok) return headers.message
  const client = createClient(nodeWorld(onFault))
  const credential = secretsCredential({ apiKey, headers: headers.secret }, reading.origin)
  let connection: Connection = {
    id: 'doctor',
    session: 'doctor',
    name: reading.origin,
    kind: 'remote',
    baseUrl: reading.baseUrl,
    providerName: NEUTRAL_PROVIDER_NAME,
    headers: headers.plain,
    ...(credential && { credential }),
  }
  let replies: Replies = {}
  const running = {
    place: 'terminal' as const,
    pageOrigin,
    signal: AbortSignal.any([]),
    onProgress: ({ exchange, status }: Reply, at: number, of: number) => {
      const { method, path } = exchange.request
      onProgress(
        `${at} of ${of}: ${method} ${path}, ${status === undefined ? 'no response' : `status ${status}`}`,
      )
    },
    onReplies: (next: Replies) => {
      replies = next
      // As the first response has shown it.
      const { providerName } = next['models']?.exchange ?? connection
      connection = { ...connection, providerName }
    },
  }
  const checkedAt = client.world.clock.now()
  let end = await checkForFree(client, connection, running)
  const model = options.model ?? firstModel(replies)
  const notes: string[] = []
  if (isPaid && model !== undefined && end.kind === 'done')
    end = await checkChats(client, connection, model, { ...running, earlier: replies })
  else if (end.kind === 'done' && model !== undefined)
    notes.push(
      `${priceOf(await maxChatsCost(client, connection, model))} with ${inCode(withoutSecrets(model))}: not sent. Add --paid to send them.`,
    )
  else if (end.kind === 'done') notes.push('No model in the list: add --model ID for more.')
  const isAsked = isPaid && model !== undefined
  const asking: Asking = { ...running, connection, model: model ?? '' }
  const report = checkReport(rowsOf(replies, asking), {
    baseUrl: connection.baseUrl,
    model: isAsked ? model : '',
    checkedAt,
    differences: differencesFrom(replies, false, { known, memberPaths }),
  })
  return {
    report,
    markdown: reportMarkdown(report),
    notes: [...endWords(end), ...notes],
    isUnreachable: end.kind === 'unreachable' || end.kind === 'redirected',
  }
}

function endWords(end: DoctorEnd): string[] {
  if (end.kind === 'unreachable') return [end.failure.message]
  if (end.kind === 'redirected') return [`Redirects to ${end.to}. Check that URL instead.`]
  if (end.kind === 'timed_out') return [`Ended early: timed out after ${end.seconds} s.`]
  if (end.kind !== 'held_back') return []
  const status = 'status' in end.failure ? ` with ${end.failure.status}` : ''
  return [`Ended early: ${end.failure.kind.replaceAll('_', ' ')}${status}.`]
}

/** Node, as far as a client needs it; nothing is stored. */
function nodeWorld(onFault: (error: unknown) => void): Parameters<typeof createClient>[0] {
  const stored = new Map<string, string>()
  return {
    origin: 'http://127.0.0.1',
    configPath: undefined,
    isSecure: true,
    // A redirect is a response like any other here, which says where it leads; nothing follows it.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    locks: undefined,
    random: {
      uuid: () => crypto.randomUUID(),
      bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    },
    isOnline: () => true,
    events: new EventTarget(),
    report: onFault,
  }
}
