import type { Message } from '../../../../contract/chat/messages.ts'
import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { wireTools, withoutServerTools } from '../../tools/wire-tools.ts'
import type { Chat } from '../chat.ts'
import { setModel, setSettings } from '../conversation/current-conversation.ts'
import { answerMessage, presentTurn } from './request-body.ts'
import type { RequestParts } from './request-text.ts'

/** Puts an edited request in place of model, settings and messages; tools of servers stay. Returns its undo. */
export function applyRequest(chat: Chat, { model, settings, messages }: RequestParts): () => void {
  const { getState, setState } = chat.conversation
  const before = getState()
  const turn = presentTurn(before.messages)
  const { list, changed, removed } = mergeMessages(
    before.messages,
    messages,
    (record) =>
      record.kind === 'answer'
        ? answerMessage(record, {
            isPresentTurn: turn.has(record),
            model: before.conversation.model,
            baseUrl: chat.client.connections.store.getState().connection?.baseUrl,
          })
        : record.message,
    before.conversation.id,
  )
  const show = (
    next: Pick<typeof before.conversation, 'model' | 'settings'>,
    records: readonly MessageRecord[],
  ) => {
    setState({ messages: records })
    setModel(chat, next.model)
    setSettings(chat, next.settings)
  }
  const { settings: set, tools } = before.conversation
  const sent = wireTools(set, tools, chat.toolSources.getState().list)
  show({ model, settings: withoutServerTools(settings, sent) }, list)
  const conversationId = before.conversation.id
  const write = (saved: readonly MessageRecord[], removedRecords: readonly MessageRecord[]) => {
    const deleted = removedRecords.map(({ id }) => id)
    void chat.writer.write({ conversationId, saved, deleted })
  }
  write(changed, removed)
  return () => {
    if (getState().conversation.id !== conversationId) return
    show(before.conversation, before.messages)
    const known = new Set(before.messages.map(({ id }) => id))
    write(
      before.messages,
      list.filter(({ id }) => !known.has(id)),
    )
  }
}

/** The records after an edit of the messages as JSON, and which of them changed or went. */
interface MergedMessages {
  list: readonly MessageRecord[]
  changed: readonly MessageRecord[]
  removed: readonly MessageRecord[]
}

/**
 * Finds the records for messages that were edited. A record whose message is still what it would
 * send is kept with everything it holds, such as the versions of an answer; the others become
 * written messages. `sent` gives the message of a record, undefined for one that sends nothing.
 */
export function mergeMessages(
  before: readonly MessageRecord[],
  messages: readonly Message[],
  sent: (record: MessageRecord) => Message | undefined,
  conversationId: string,
): MergedMessages {
  const texts = messages.map((message) => JSON.stringify(message))
  const known = before.map((record) => ({ record, text: textOf(sent(record)) }))
  const silent = known.filter(({ text }) => text === undefined)
  const speaking = known.filter(({ text }) => text !== undefined)
  const start = commonStart(speaking, texts)
  const end = commonEnd(speaking.slice(start), texts.slice(start))
  const kept = [...speaking.slice(0, start), ...speaking.slice(speaking.length - end)]
  const removed = speaking.slice(start, speaking.length - end).map(({ record }) => record)
  const written = messages
    .slice(start, messages.length - end)
    .map((message, index) => replacement(removed[index], message, conversationId))
  const order = [
    ...speaking.slice(0, start).map(({ record }) => record),
    ...written,
    ...speaking.slice(speaking.length - end).map(({ record }) => record),
  ]
  const list = numbered(
    withSilent(
      order,
      silent.map(({ record }) => record),
      before,
    ),
  )
  const unchanged = new Set<MessageRecord>([...kept, ...silent].map(({ record }) => record))
  const ids = new Set(list.map(({ id }) => id))
  return {
    list,
    changed: list.filter((record) => !unchanged.has(record)),
    removed: removed.filter(({ id }) => !ids.has(id)),
  }
}

/** A written message keeps its id, so that what else belongs to it stays with it. */
function replacement(
  old: MessageRecord | undefined,
  message: Message,
  conversationId: string,
): MessageRecord {
  return old?.kind === 'written'
    ? { ...old, message }
    : { kind: 'written', id: crypto.randomUUID(), conversationId, position: 0, message }
}

/** Records that send nothing stay behind the record they followed, or at the start. */
function withSilent(
  order: readonly MessageRecord[],
  silent: readonly MessageRecord[],
  before: readonly MessageRecord[],
): MessageRecord[] {
  return silent.reduce<MessageRecord[]>(
    (list, record) => {
      const previous = before[before.indexOf(record) - 1]
      const at = list.findIndex(({ id }) => id === previous?.id)
      return list.toSpliced(at >= 0 ? at + 1 : previous === undefined ? 0 : list.length, 0, record)
    },
    [...order],
  )
}

/** Positions that rise; a record whose position already fits is left as it is. */
function numbered(list: readonly MessageRecord[]): MessageRecord[] {
  let last = -Infinity
  return list.map((record) => {
    const fits = record.position > last && record.position !== 0
    last = fits ? record.position : Number.isFinite(last) ? last + 1 : 1
    return fits ? record : { ...record, position: last }
  })
}

interface Known {
  text: string | undefined
}

function commonStart(known: readonly Known[], texts: readonly string[]): number {
  const at = texts.findIndex((text, index) => known[index]?.text !== text)
  return at < 0 ? texts.length : at
}

function commonEnd(known: readonly Known[], texts: readonly string[]): number {
  return commonStart(
    known.toReversed(),
    texts.toReversed().slice(0, Math.min(texts.length, known.length)),
  )
}

function textOf(message: Message | undefined): string | undefined {
  return message && JSON.stringify(message)
}
