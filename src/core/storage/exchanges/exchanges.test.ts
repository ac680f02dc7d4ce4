import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import {
  type SavedSummary,
  deleteAllExchanges,
  deleteExchanges,
  saveExchange,
  listExchanges,
  MAX_EXCHANGES,
  MAX_SIZE,
  readExchange,
  tooMany,
} from './exchanges.ts'

const summary = (id: string, startedAt: number, size = 10): SavedSummary => ({
  id,
  startedAt,
  size,
  line: 'POST /chat/completions',
})
const keep = (id: string, startedAt: number) =>
  saveExchange({ summary: summary(id, startedAt), exchange: { id } })

describe('kept exchanges', () => {
  beforeEach(deleteAllExchanges)

  it('are listed newest first, and read whole', async () => {
    await keep('a', 1)
    await keep('c', 3)
    await keep('b', 2)
    expect((await listExchanges()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(await readExchange('b')).toEqual({ id: 'b' })
    expect(await readExchange('x')).toBeUndefined()
  })

  it('of a run never push out those of a chat, nor the other way round', async () => {
    const run = { origin: 'evaluate' as const, size: MAX_SIZE / 2 }
    const ofRun = (id: string, startedAt: number) =>
      saveExchange({ summary: { ...summary(id, startedAt), ...run }, exchange: { id } })
    await keep('chat', 1)
    await ofRun('r1', 2)
    await ofRun('r2', 3)
    await ofRun('r3', 4)
    expect((await listExchanges()).map(({ id }) => id)).toEqual(['r3', 'r2', 'chat'])
    await saveExchange({ summary: summary('large', 5, MAX_SIZE), exchange: {} })
    expect((await listExchanges()).map(({ id }) => id)).toEqual(['large', 'r3', 'r2'])
  })

  it('come back as they were when their removal is undone', async () => {
    await keep('a', 1)
    await keep('b', 2)
    const removed = await deleteExchanges(['a', 'x'])
    expect((await listExchanges()).map(({ id }) => id)).toEqual(['b'])
    for (const exchange of removed) await saveExchange(exchange)
    expect(await readExchange('a')).toEqual({ id: 'a' })
  })
})

describe('tooMany', () => {
  it('keeps the newest within count and size, and gives all that follow', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: MAX_SIZE }), { maxLength: 500 })
    fc.assert(
      fc.property(sizes, (given) => {
        const list = given.map((size, index) => summary(String(index), 1000 - index, size))
        const gone = tooMany(list)
        const kept = list.slice(0, list.length - gone.length)
        expect([...kept, ...gone]).toEqual(list)
        const total = kept.reduce((sum, { size }) => sum + size, 0)
        expect(kept.length).toBeLessThanOrEqual(MAX_EXCHANGES)
        expect(total).toBeLessThanOrEqual(MAX_SIZE)
        const [next] = gone
        if (next !== undefined)
          expect(kept.length === MAX_EXCHANGES || total + next.size > MAX_SIZE).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
