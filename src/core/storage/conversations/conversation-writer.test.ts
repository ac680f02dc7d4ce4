import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createConversationWriter, type ConversationWriter } from './conversation-writer.ts'
import type { Conversation, MessageRecord } from './conversation.ts'
import type { ConversationChanges, LoadedConversation } from './conversations.ts'

const conversation = (id: string, title: string): Conversation => ({
  id,
  title,
  createdAt: 1,
  updatedAt: 1,
  model: 'm',
  settings: {},
})

const message = (conversationId: string, id: string, content: string): MessageRecord => ({
  kind: 'written',
  id,
  conversationId,
  position: Number(id),
  message: { role: 'user', content },
})

/** A database whose writes wait to be let through, one at a time and in any order. */
class Disk {
  readonly conversations = new Map<string, LoadedConversation>()
  isFull = false
  private readonly waiting: (() => void)[] = []

  save = async (changes: ConversationChanges, { create }: { create: boolean }) => {
    // What is written was encoded at the beginning, as a real database does.
    const { conversationId, conversation: record, saved, deleted } = changes
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve)
    })
    if (this.isFull) throw new DOMException('no room', 'QuotaExceededError')
    const before = this.conversations.get(conversationId)
    const next = record ?? before?.conversation
    if (next === undefined || (before === undefined && !create)) return false
    const messages = new Map(before?.messages.map((one) => [one.id, one]))
    for (const one of saved) messages.set(one.id, one)
    for (const id of deleted) messages.delete(id)
    this.conversations.set(conversationId, {
      conversation: next,
      messages: [...messages.values()].toSorted((a, b) => a.position - b.position),
    })
    return true
  }

  letOneThrough(at: number): void {
    this.waiting.splice(at % Math.max(1, this.waiting.length), 1)[0]?.()
  }

  async drain(writer: ConversationWriter): Promise<void> {
    let isSettled = false
    void writer.settled().then(() => {
      isSettled = true
    })
    while (!isSettled) {
      this.letOneThrough(0)
      await Promise.resolve()
    }
  }
}

const ids = ['a', 'b', 'c']
const id = fc.constantFrom(...ids)
const messageId = fc.constantFrom('1', '2', '3')
const step = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), id, text: fc.string({ maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('say' as const),
    id,
    messageId,
    text: fc.string({ maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('unsay' as const), id, messageId }),
  fc.record({ kind: fc.constant('fill' as const), isFull: fc.boolean() }),
  fc.record({ kind: fc.constant('write' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('retry' as const) }),
)

it('stores the last of every change, whatever fails and whatever is written first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const disk = new Disk()
      const writer = createConversationWriter(disk.save, () => undefined)
      const meant = new Map<string, LoadedConversation>()
      const load = (one: string) => writer.withUnwritten(one, disk.conversations.get(one))
      for (const one of ids) {
        const begun = { conversation: conversation(one, ''), messages: [] }
        meant.set(one, begun)
        void writer.write({ ...begun, conversationId: one, saved: [], deleted: [] })
      }
      for (const one of steps) {
        const now = 'id' in one ? meant.get(one.id) : undefined
        if (one.kind === 'fill') disk.isFull = one.isFull
        else if (one.kind === 'write') disk.letOneThrough(one.at)
        else if (one.kind === 'retry') writer.retryUnsaved()
        else if (now !== undefined) {
          const change = { conversationId: one.id, saved: [], deleted: [] }
          const others = now.messages.filter(
            (record) => one.kind === 'rename' || record.id !== one.messageId,
          )
          if (one.kind === 'rename') {
            const record = conversation(one.id, one.text)
            meant.set(one.id, { ...now, conversation: record })
            void writer.write({ ...change, conversation: record })
          } else if (one.kind === 'say') {
            const record = message(one.id, one.messageId, one.text)
            const messages = [...others, record].toSorted((a, b) => a.position - b.position)
            meant.set(one.id, { ...now, messages })
            void writer.write({ ...change, saved: [record] })
          } else {
            meant.set(one.id, { ...now, messages: others })
            void writer.write({ ...change, deleted: [one.messageId] })
          }
        }
        await Promise.resolve()
      }
      // Whatever is opened now is shown as it was left, stored or not.
      await disk.drain(writer)
      for (const one of ids) {
        expect(load(one)).toEqual(meant.get(one))
        const isStored =
          JSON.stringify(disk.conversations.get(one)) === JSON.stringify(meant.get(one))
        if (!isStored) expect(writer.isUnsaved(one)).toBe(true)
      }
      disk.isFull = false
      writer.retryUnsaved()
      await disk.drain(writer)
      expect(disk.conversations).toEqual(meant)
      for (const one of ids) expect(writer.isUnsaved(one) || writer.isUnwritten(one)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

const loaded = { conversation: conversation('a', 'A'), messages: [message('a', '1', 'Hi')] }

it('does not bring a deleted conversation back, unless it is to be kept after all', async () => {
  const disk = new Disk()
  const writer = createConversationWriter(disk.save, () => undefined)
  const created = writer.create(loaded)
  await disk.drain(writer)
  expect(await created).toBe('stored')
  disk.conversations.clear()
  const late = writer.write({
    conversationId: 'a',
    conversation: conversation('a', 'Late'),
    saved: [],
    deleted: [],
  })
  await disk.drain(writer)
  expect(await late).toBe('deleted')
  expect(disk.conversations.size).toBe(0)
  const kept = writer.create(loaded)
  await disk.drain(writer)
  expect(await kept).toBe('stored')
  expect(disk.conversations.get('a')).toEqual(loaded)
})

it('runs a task once the writes before it are through, and writes nothing meanwhile', async () => {
  const disk = new Disk()
  const writer = createConversationWriter(disk.save, () => undefined)
  const countMessages = () => disk.conversations.get('a')?.messages.length
  void writer.create(loaded)
  let end = () => undefined as void
  const task = writer.afterWrites('a', async () => {
    const before = countMessages()
    await new Promise<void>((resolve) => {
      end = resolve
    })
    return [before, countMessages()]
  })
  while (countMessages() === undefined) {
    disk.letOneThrough(0)
    await Promise.resolve()
  }
  const change = { conversationId: 'a', saved: [message('a', '2', 'Later')], deleted: [] }
  const later = writer.write(change)
  for (let turn = 0; turn < 20; turn += 1) {
    disk.letOneThrough(0)
    await Promise.resolve()
  }
  end()
  await disk.drain(writer)
  expect(await task).toEqual([1, 1])
  expect(await later).toBe('stored')
  expect(countMessages()).toBe(2)
  await expect(writer.afterWrites('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
