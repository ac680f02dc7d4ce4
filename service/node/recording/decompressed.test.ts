import { once } from 'node:events'
import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { decompressed } from './redact-response.ts'

const MEGABYTE = 2 ** 20

/** 256 MB of zeros, as brotli. */
const BOMB = Buffer.from(
  'z///f/gnAOKxQCD3/p/////wTwDEYQGA7v0/////4Z8AiMMiAN37f/7//8M/ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwWAOje//P//x/+CYA4LADQvf/n//8//BMAcVgAoHv/z///f/gnAOKwAED3/p/////wTwDEYQGA7v0/////4Z8AiMMCAN37f/7//8M/ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwWAOje//P//x/+CYA4LADQvf/P//9//BMAcVgAoHv/Dw==',
  'base64',
)

/** The most that was held in buffers while something ran, bytes over what was held before. */
async function heldBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }, 1)
  await work().finally(() => clearInterval(timer))
  return Math.max(most, process.memoryUsage().arrayBuffers) - before
}

test('a small body that would become a huge one is given up at the limit', async () => {
  let body: unknown
  const held = await heldBy(async () => {
    body = await decompressed({ bytes: BOMB, chunks: [[0, BOMB.length]] }, 'br', MEGABYTE)
  })
  expect(body).toBeUndefined()
  expect(held).toBeLessThan(32 * MEGABYTE)
})

test('a body in many chunks warns of nothing', async () => {
  const bytes = gzipSync('Answer words. '.repeat(5))
  const chunks = [...bytes].map((_, at): [number, number] => [at, 1])
  const warned = once(process, 'warning').then(([warning]: unknown[]) => warning)
  const body = await decompressed({ bytes, chunks }, 'gzip', MEGABYTE)
  expect(Buffer.from(body?.bytes ?? []).toString()).toBe('Answer words. '.repeat(5))
  expect(await Promise.race([warned, new Promise((done) => setImmediate(done, 'nothing'))])).toBe(
    'nothing',
  )
})

test('a body that is not compressed as it says is not read', async () => {
  const bytes = Buffer.from('plain text')
  expect(await decompressed({ bytes, chunks: [[0, 10]] }, 'gzip', MEGABYTE)).toBeUndefined()
})
