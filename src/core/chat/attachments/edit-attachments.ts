import type { Chat } from '../chat.ts'
import type { Attachment } from './attachment.ts'

type NewAttachment = Attachment extends infer Kind
  ? Kind extends Attachment
    ? Omit<Kind, 'id'>
    : never
  : never

type Attaching = Pick<Chat, 'attachments'>

const setList = (
  { attachments }: Attaching,
  change: (list: readonly Attachment[]) => readonly Attachment[],
) => attachments.setState(({ list }) => ({ list: change(list) }))

/** Adds an attachment at the end and returns its id. */
export function addAttachment(chat: Chat, attachment: NewAttachment): string {
  const id = chat.client.world.random.uuid()
  setList(chat, (list) => [...list, { ...attachment, id }])
  return id
}

/** Changes an attachment, if it is still there. */
export function updateAttachment(
  chat: Attaching,
  id: string,
  change: (attachment: Attachment) => Attachment,
): void {
  setList(chat, (list) => list.map((one) => (one.id === id ? change(one) : one)))
}

/** Puts another attachment in the place of one, under the same id and cache mark. */
export function replaceAttachment(chat: Attaching, id: string, next: NewAttachment): void {
  updateAttachment(chat, id, ({ cached }) => ({ ...next, id, cached }))
}

/** Removes attachments and returns how to undo that. */
export function removeAttachments(chat: Attaching, ids: readonly string[]): () => void {
  const before = chat.attachments.getState().list
  setList(chat, (list) => list.filter(({ id }) => !ids.includes(id)))
  return () => setList(chat, (list) => restored(before, list))
}

/** Moves an attachment by so many places; it stops at either end. */
export function moveAttachment(chat: Attaching, id: string, by: number): void {
  setList(chat, (list) => moved(list, id, by))
}

/** The list with one of its items moved by some places, the others in their order. */
export function moved<Item extends { id: string }>(
  list: readonly Item[],
  id: string,
  by: number,
): readonly Item[] {
  const from = list.findIndex((item) => item.id === id)
  const item = list[from]
  if (item === undefined) return list
  const to = Math.max(0, Math.min(list.length - 1, from + by))
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** What was removed comes back where it was, beside what was added since. */
function restored(before: readonly Attachment[], now: readonly Attachment[]): Attachment[] {
  const current = new Map(now.map((one) => [one.id, one]))
  const old = before.map((one) => current.get(one.id) ?? one)
  const known = new Set(before.map(({ id }) => id))
  return [...old, ...now.filter(({ id }) => !known.has(id))]
}
