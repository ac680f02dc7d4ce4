import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { anyCharacter } from '../../../../service/testing/fuzz/arbitraries.ts'
import { recordDecrypted } from '../e2ee/plain-text.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'
import { createEventLog, eventLogOf } from './event-log.ts'

const anyEvent = fc.record(
  {
    at: fc.double({ noNaN: true }),
    event: fc.string({ unit: anyCharacter }),
    data: fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string().map((content) => JSON.stringify({ choices: [{ delta: { content } }] })),
    ),
  },
  { requiredKeys: ['at', 'data'] },
)
/** A response in the reads that it came in; a read of many fills several blocks. */
const anyReads = fc.array(
  fc.tuple(fc.array(anyEvent, { maxLength: 8 }), fc.integer({ min: 1, max: 100 })),
  { maxLength: 8 },
)

it('gives every event as it came, while they come and once they are all there', () => {
  fc.assert(
    fc.property(anyReads, fc.integer(), fc.integer(), (reads, start, end) => {
      const log = createEventLog()
      const all: StreamEventRecord[] = []
      const verify = () => {
        expect(log.length).toBe(all.length)
        expect([...log]).toEqual(all)
        expect(log.slice(start % 700, end % 700)).toEqual(all.slice(start % 700, end % 700))
        for (const index of [0, -1, all.length - 1, all.length, start])
          expect(log.at(index)).toEqual(all.at(index))
        expect(JSON.stringify(log)).toBe(JSON.stringify(all))
      }
      for (const [events, times] of reads) {
        const read = Array.from({ length: times }, () => events).flat()
        log.add(read)
        all.push(...read)
        verify()
      }
      log.end()
      verify()
    }),
    { numRuns: 50 },
  )
})

it('holds what was opened here by the event that it came in', () => {
  const events = Array.from({ length: 600 }, (_, at): StreamEventRecord => ({ at, data: `${at}` }))
  recordDecrypted(events[300] as StreamEventRecord, { at: 300, data: 'opened' })
  const log = eventLogOf(events)
  expect(log.at(300)).toBe(events[300])
  expect([...log]).toEqual(events)
})

it('takes a fraction of what its events would take', () => {
  const count = 60_000
  const dataOf = (index: number) =>
    JSON.stringify({
      id: 'chatcmpl-0123456789abcdef',
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model: 'sandbox-chat',
      choices: [{ index: 0, delta: { content: ` word${index}` }, finish_reason: null }],
    })
  const characters = dataOf(0).length * count
  const log = createEventLog()
  const before = heapUsed()
  for (let index = 0; index < count; index += 1) log.add([{ at: index * 1.5, data: dataOf(index) }])
  log.end()
  // The texts alone would take a byte a character.
  expect(heapUsed() - before).toBeLessThan(characters / 3)
  expect(log.at(count - 1)).toEqual({ at: (count - 1) * 1.5, data: dataOf(count - 1) })
})

/** Bytes in use once everything that can be freed was freed. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  if (typeof collectGarbage === 'function') collectGarbage()
  const memory = process.memoryUsage()
  return memory.heapUsed + memory.arrayBuffers
}
