import type { UserMessage } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request.ts'
import { deriveTitle } from '../../../core/chat/conversation/derive-title.ts'
import { readRequest } from '../../../core/chat/request/request-body.ts'
import {
  receiveResponse,
  type ResponseRecorder,
} from '../../../core/chat/responses/receive-response.ts'
import { runningVersions } from '../../../core/chat/responses/runs.ts'
import type { SendOptions } from '../../../core/client/chat-completion.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { OFFLINE_WORDS } from '../../../core/client/connection/network.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { saveMessages } from '../../../core/storage/conversations/conversations.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import {
  compareStore,
  presentColumns,
  updateColumn,
  written,
  type CompareColumn,
} from './compare-store.ts'

/**
 * Sends a message in every column that is not deleted, to each with its own model, settings and history. Nothing is sent
 * and the faults are given back when one of the requests would not be valid; nothing happens while an
 * answer is still coming.
 */
export function runColumns(connection: Connection, content: UserMessage['content']): string[] {
  if (client.network.store.getState().offline) return [OFFLINE_WORDS]
  const { columns } = compareStore.getState()
  if (columns.some(({ messages }) => runningVersions(messages, chat.runs.getState()).length > 0))
    return []
  const present = presentColumns()
  const asked = present.map((column) => withQuestion(column, content))
  const readings = asked.map(({ conversation: { model, settings }, messages }) =>
    readRequest({ model, settings, messages }),
  )
  const faults = readings.flatMap((reading, at) => {
    const number = columns.findIndex((column) => column === present[at]) + 1
    return reading.ok ? [] : reading.issues.map(({ message }) => `Column ${number}: ${message}`)
  })
  if (faults.length > 0) return faults
  readings.forEach((reading, at) => {
    const column = asked[at]
    if (reading.ok && column !== undefined)
      runColumn(connection, column, newAnswer(column), reading.request)
  })
  return []
}

/**
 * Asks one column again for its last answer; the earlier one is kept as a version. Gives the faults
 * when the request would not be valid. `options` let it go in spite of a spend cap, for this once.
 */
export function runColumnAgain(
  connection: Connection,
  column: CompareColumn,
  options: SendOptions = {},
): string[] {
  if (client.network.store.getState().offline) return [OFFLINE_WORDS]
  const last = column.messages.at(-1)
  if (last?.kind !== 'answer' || runningVersions([last], chat.runs.getState()).length > 0) return []
  const before = { ...column, messages: column.messages.slice(0, -1) }
  const { model, settings } = column.conversation
  const reading = readRequest({ model, settings, messages: before.messages })
  if (!reading.ok) return reading.issues.map(({ message }) => message)
  runColumn(connection, before, last, reading.request, options)
  return []
}

function newAnswer({ conversation, messages }: CompareColumn): AnswerMessage {
  return {
    kind: 'answer',
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    position: nextPosition(messages),
    versions: [],
    shown: 0,
  }
}

function withQuestion(column: CompareColumn, content: UserMessage['content']): CompareColumn {
  const { conversation, messages } = column
  const message: UserMessage = { role: 'user', content }
  return {
    conversation: {
      ...conversation,
      title: conversation.title || deriveTitle(message),
      updatedAt: Date.now(),
    },
    messages: [...messages, written(column, message, nextPosition(messages))],
  }
}

function runColumn(
  connection: Connection,
  { conversation, messages }: CompareColumn,
  place: AnswerMessage,
  request: ChatRequest,
  options: SendOptions = {},
): void {
  const holding = (version: AnswerVersion): AnswerMessage => ({
    ...place,
    versions: [...place.versions, version],
    shown: place.versions.length,
  })
  const recorder: ResponseRecorder = {
    started: (version) =>
      updateColumn(conversation.id, () => ({
        conversation,
        messages: [...messages, holding(version)],
      })),
    // What cannot be stored now is tried again, and said, when the whole column is written.
    grown: (version) => void saveMessages([holding(version)]).catch(() => undefined),
    settled: (version) => {
      // The comparison may have left the screen; its record is written all the same.
      const stored = saveMessages([holding(version)]).catch(() => undefined)
      updateColumn(conversation.id, (now) => ({
        ...now,
        messages: now.messages.map((record) =>
          record.id === place.id ? holding(version) : record,
        ),
      }))
      return stored
    },
  }
  receiveResponse(chat, connection, request, recorder, options)
}

function nextPosition(messages: CompareColumn['messages']): number {
  return (messages.at(-1)?.position ?? 0) + 1
}
