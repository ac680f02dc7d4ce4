import { afterEach, describe, expect, it, vi } from 'vitest'

import { nextTurn } from '../../timing.ts'
import { upstreamReadings, upstreamText } from './upstream-request.ts'

const MiB = 1024 * 1024
const bytes = (text: string) => new TextEncoder().encode(text)

/** A body that goes on and on with one piece, and how much of it was read. */
function endless(piece: string, opening = '') {
  const block = bytes(piece.repeat(Math.ceil(65_536 / piece.length)))
  const read = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        controller.enqueue(read.bytes === 0 ? bytes(opening + piece) : block)
        read.bytes += block.length
      },
    },
    { highWaterMark: 0 },
  )
  return { body, read }
}

/** Reads a stream of events; fewer of them than are read in earnest, which takes seconds. */
async function readAll(body: ReadableStream<Uint8Array>): Promise<number> {
  let chunks = 0
  for await (const { readings } of upstreamReadings(body, { maxBytes: 20 * MiB }))
    chunks += readings.filter(({ kind }) => kind === 'chunk').length
  return chunks
}

const EVENT = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'a'.repeat(2000) } }] })}\n\n`

describe('the response of an upstream server', () => {
  it.each([
    ['openings', '[', '', 'objects and arrays', 1],
    ['empty objects', '{},', '{"choices":[', 'objects and arrays', 2],
    ['one text', 'a', '{"choices":[{"message":{"content":"', 'without an end', 9],
    ['lines of one event', 'data: aaaa\n', '', 'without an end', 19],
    ['events', EVENT, '', 'went over', 21],
  ])('is read within bounds: %s without end', async (_what, piece, opening, why, mebibytes) => {
    const { body, read } = endless(piece, opening)
    await expect(readAll(body)).rejects.toThrow(why)
    expect(read.bytes).toBeLessThan(mebibytes * MiB)
  })

  it('leaves others their turn while a server never pauses', async () => {
    let turns = 0
    let isOver = false
    const others = async () => {
      while (!isOver) {
        await nextTurn()
        turns += 1
      }
    }
    const [outcome] = await Promise.all([
      readAll(endless(EVENT).body)
        .catch(() => 'refused')
        .finally(() => {
          isOver = true
        }),
      others(),
    ])
    expect(outcome).toBe('refused')
    expect(turns).toBeGreaterThan(10)
  })

  it('ends where the server says so, whatever still comes', async () => {
    const { body, read } = endless(': more\n\n', `${EVENT}data: [DONE]\n\n`)
    expect(await readAll(body)).toBe(1)
    expect(read.bytes).toBeLessThan(MiB)
  })

  it('of an error only the beginning is read', async () => {
    const { body, read } = endless('no ')
    const text = await upstreamText(new Response(body, { status: 500 }), 1000)
    expect(text).toHaveLength(1000)
    expect(read.bytes).toBeLessThan(MiB)
  })
})

describe('a silent upstream server', () => {
  afterEach(() => void vi.useRealTimers())

  it('is given up after two minutes', async () => {
    vi.useFakeTimers()
    const body = new ReadableStream<Uint8Array>({ start: (it) => it.enqueue(bytes(EVENT)) })
    const reading = readAll(body).catch((error: unknown) => String(error))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await reading).toContain('stopped for 120 seconds')
  })
})
