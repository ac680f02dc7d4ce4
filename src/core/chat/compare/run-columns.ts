import type { UserMessage } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { isOffline } from '../../client/admission/every-request.ts'
import type { SendOptions } from '../../client/chat-completion.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { OFFLINE_WORDS } from '../../client/connection/network.ts'
import type { World } from '../../client/world.ts'
import type { AnswerMessage, AnswerVersion } from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { deriveTitle } from '../conversation/derive-title.ts'
import { readRequest } from '../request/request-body.ts'
import { receiveResponse } from '../responses/receive-response.ts'
import { runningVersions } from '../responses/runs.ts'
import { authored, columnConnection, presentColumns } from './columns.ts'
import type { CompareColumn } from './comparison-state.ts'
import { findColumn, updateColumn } from './comparison.ts'

/**
 * Sends a message in every column that is not deleted, to each with its own connection, model, settings
 * and history. All or none: nothing is sent and the faults are returned when one of the requests would not
 * be valid, or while an answer is still coming.
 */
export function runColumns(chat: Chat, content: UserMessage['content']): string[] {
  const { client, comparison, runs } = chat
  const { columns, deleted } = comparison.getState()
  if (columns.some(({ messages }) => runningVersions(messages, runs.getState()).length > 0))
    return ['A response is still streaming, so nothing was sent.']
  const present = presentColumns({ columns, deleted })
  if (present.length === 0) return ['All columns were deleted, so nothing was sent.']
  const asked = present.map((column) => withQuestion(client.world, column, content))
  const readings = asked.map(({ conversation: { model, settings }, messages }) =>
    readRequest({ model, settings, messages }),
  )
  const faults = readings.flatMap((reading, at) => {
    const number = columns.findIndex((column) => column === present[at]) + 1
    return reading.ok ? [] : reading.issues.map(({ message }) => `Column ${number}: ${message}`)
  })
  if (faults.length > 0) return faults
  const routes = asked.map((column) => routeOf(client, column))
  const blocked = routes.flatMap((route) => (typeof route === 'string' ? [route] : []))
  if (blocked.length > 0) return [...new Set(blocked)]
  readings.forEach((reading, at) => {
    const column = asked[at]
    const route = routes[at]
    if (reading.ok && column !== undefined && typeof route === 'object')
      runColumn(chat, route, column, newAnswer(client.world, column), reading.request)
  })
  return []
}

/**
 * Asks one column again for its last answer; the earlier one is kept as a version. Returns the faults
 * when the request would not be valid. `options` let it go in spite of a spend cap, for this once.
 */
export function runColumnAgain(
  chat: Chat,
  conversationId: string,
  options: SendOptions = {},
): string[] {
  const column = findColumn(chat, conversationId)
  const last = column?.messages.at(-1)
  if (column === undefined || last?.kind !== 'answer') return []
  if (runningVersions([last], chat.runs.getState()).length > 0) return []
  const before = { ...column, messages: column.messages.slice(0, -1) }
  const { model, settings } = column.conversation
  const reading = readRequest({ model, settings, messages: before.messages })
  if (!reading.ok) return reading.issues.map(({ message }) => message)
  const route = routeOf(chat.client, column)
  if (typeof route === 'string') return [route]
  runColumn(chat, route, before, last, reading.request, options)
  return []
}

/** The connection of a column, or why nothing can be sent over it. */
function routeOf(client: Client, column: CompareColumn): Connection | string {
  const connection = columnConnection(client, column)
  if (connection === undefined) {
    const { name } = column.conversation.connection ?? {}
    return name === undefined
      ? 'Connect to an API first.'
      : `Connect to ${name} first, or choose another connection for its column.`
  }
  return isOffline(client, connection) ? OFFLINE_WORDS : connection
}

function newAnswer(
  { random }: Pick<World, 'random'>,
  { conversation, messages }: CompareColumn,
): AnswerMessage {
  return {
    kind: 'answer',
    id: random.uuid(),
    conversationId: conversation.id,
    position: nextPosition(messages),
    versions: [],
    shown: 0,
  }
}

function withQuestion(
  world: Pick<World, 'clock' | 'random'>,
  column: CompareColumn,
  content: UserMessage['content'],
): CompareColumn {
  const { conversation, messages } = column
  const message: UserMessage = { role: 'user', content }
  return {
    conversation: {
      ...conversation,
      title: conversation.title || deriveTitle(message),
      updatedAt: world.clock.now(),
    },
    messages: [...messages, authored(world, column, message, nextPosition(messages))],
  }
}

function runColumn(
  chat: Chat,
  connection: Connection,
  { conversation, messages }: CompareColumn,
  place: AnswerMessage,
  request: ChatRequest,
  options: SendOptions = {},
): void {
  const { id: conversationId } = conversation
  const holding = (version: AnswerVersion): AnswerMessage => ({
    ...place,
    versions: [...place.versions, version],
    shown: place.versions.length,
  })
  const save = async (version: AnswerVersion) => {
    await chat.writer.write({ conversationId, saved: [holding(version)], deleted: [] })
  }
  const recorder = {
    started: (version: AnswerVersion) =>
      updateColumn(chat, conversationId, () => ({
        conversation,
        messages: [...messages, holding(version)],
      })),
    grown: (version: AnswerVersion) => void save(version),
    settled: (version: AnswerVersion) => {
      updateColumn(chat, conversationId, (now) => ({
        ...now,
        messages: now.messages.map((record) =>
          record.id === place.id ? holding(version) : record,
        ),
      }))
      // The comparison may have left the screen; its record is written all the same.
      return save(version)
    },
  }
  const { headers = [] } = conversation
  receiveResponse(chat, connection, request, recorder, { headers, ...options })
}

function nextPosition(messages: CompareColumn['messages']): number {
  return (messages.at(-1)?.position ?? 0) + 1
}
