import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'

import { openDrafts } from './conversations/chat-drafts.ts'
import type { MessageRecord } from './conversations/conversation.ts'
import {
  loadConversation,
  restoreConversation,
  saveChanges,
  saveMessages,
} from './conversations/conversations.ts'
import { listLabels, pinConversations, saveLabels } from './conversations/labels.ts'
import { isQuotaExceeded } from './db/open-database.ts'
import { saveExchange, listExchanges } from './exchanges/exchanges.ts'
import type { ImageRun } from './images/image-run.ts'
import { listImageRuns, saveImageRuns } from './images/image-runs.ts'
import { findImageSource, saveImageSource } from './images/image-sources.ts'
import { listBalances, saveBalance } from './payments/balance-readings.ts'
import { findPayee, pinPayee } from './payments/payee-pins.ts'
import { listPresets, savePresets } from './settings/presets.ts'

const conversation = { id: 'c', title: 'C', createdAt: 1, updatedAt: 1, model: 'm', settings: {} }
const message = (id: string): MessageRecord => ({
  kind: 'written',
  id,
  conversationId: 'c',
  position: 1,
  message: { role: 'user', content: id },
})
const preset = (id: string) => ({ id, name: id, createdAt: 1, model: 'm', settings: {} })
const run = (id: string): ImageRun => ({
  id,
  batchId: 'batch',
  startedAt: 1,
  state: 'done',
  source: { kind: 'file', file: new Blob([id]), fileName: `${id}.png` },
  fields: {},
  transport: 'json',
  headers: [],
  providerName: 'vendor',
})
const exchange = (id: string) => ({
  summary: { id, startedAt: Number(id), size: 10, line: 'POST /chat/completions' },
  exchange: { id },
})
const source = (text: string) => ({
  kind: 'file' as const,
  file: new Blob([text]),
  fileName: `${text}.png`,
})

/** What each store writes, and what it has. Each write needs room more than once. */
const stores: Record<string, { write: (id: string) => Promise<unknown>; read: () => unknown }> = {
  conversations: {
    write: (id) =>
      restoreConversation({
        conversation: { ...conversation, title: id },
        messages: [message(`${id}-1`), message(`${id}-2`)],
      }),
    read: () => loadConversation('c'),
  },
  'changes of a conversation': {
    write: (id) =>
      saveChanges(
        {
          conversationId: 'c',
          conversation: { ...conversation, title: id },
          saved: [message(id)],
          deleted: ['1-1'],
        },
        { create: true },
      ),
    read: () => loadConversation('c'),
  },
  messages: {
    write: (id) => saveMessages([message(id), message(`${id}-more`)]),
    read: () => loadConversation('c'),
  },
  labels: {
    write: (id) =>
      saveLabels([
        { conversationId: 'c', name: id },
        { conversationId: 'd', name: id },
      ]),
    read: listLabels,
  },
  pins: { write: (id) => pinConversations([id, `${id}-more`], true), read: listLabels },
  presets: { write: (id) => savePresets([preset(id), preset(`${id}-more`)]), read: listPresets },
  'image runs': {
    write: (id) => saveImageRuns([run(id), run(`${id}-more`)]),
    read: async () => (await listImageRuns()).map((one) => one.id),
  },
  'image sources': {
    write: (id) => saveImageSource('tab', source(id)),
    read: async () => {
      const kept = await findImageSource('tab')
      return kept?.kind === 'file' ? kept.fileName : kept
    },
  },
  drafts: {
    write: async (id) =>
      (await openDrafts()).save({ id: 'tab', savedAt: 1, text: id, partIds: [] }),
    read: async () => (await openDrafts()).list(),
  },
  attachments: {
    write: async (id) =>
      (await openDrafts()).saveParts('tab', [{ id, part: { kind: 'text', text: id } }], ['1']),
    read: async () => (await openDrafts()).partsOf('tab'),
  },
  'balance readings': {
    write: (id) => saveBalance({ owner: 'o', at: Number(id), microUsd: 1, source: 'answer' }),
    read: () => listBalances('o'),
  },
  recipients: {
    write: (id) => pinPayee('https://api.example', id, '0x1'),
    read: () => findPayee('https://api.example', '2'),
  },
}

/** Lets so many writes through, and no more. */
function roomFor(writes: number): void {
  let room = writes
  const { prototype } = IDBObjectStore
  for (const name of ['put', 'add'] as const) {
    const original = prototype[name]
    vi.spyOn(prototype, name).mockImplementation(function (this: IDBObjectStore, value, key) {
      if (room === 0) throw new DOMException('no room', 'QuotaExceededError')
      room -= 1
      return key === undefined ? original.call(this, value) : original.call(this, value, key)
    })
  }
}

afterEach(() => {
  vi.restoreAllMocks()
})

it.each(Object.entries(stores))(
  'writes all or nothing on a full disk, and says so: %s',
  async (_, { write, read }) => {
    await write('1')
    const before = await read()
    for (const room of [0, 1]) {
      roomFor(room)
      const failure: unknown = await write('2').catch((error: unknown) => error)
      vi.restoreAllMocks()
      // What needs room only once may be through.
      if (room === 1 && failure === undefined) continue
      expect(isQuotaExceeded(failure)).toBe(true)
      expect(await read()).toEqual(before)
    }
    await write('2')
    expect(await read()).not.toEqual(before)
  },
)

it('gives up the older half of the exchanges for a new one', async () => {
  for (const id of ['1', '2', '3', '4']) await saveExchange(exchange(id))
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await saveExchange(exchange('5'))
  expect((await listExchanges()).map(({ id }) => id)).toEqual(['5', '4', '3'])
})

it('says that there is no room even without the older exchanges, or that it is something else', async () => {
  roomFor(0)
  await expect(saveExchange(exchange('6'))).rejects.toThrow('no room')
  vi.restoreAllMocks()
  const before = await listExchanges()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('damaged', 'UnknownError')
  })
  await expect(saveExchange(exchange('7'))).rejects.toThrow('damaged')
  vi.restoreAllMocks()
  expect(await listExchanges()).toEqual(before)
})
