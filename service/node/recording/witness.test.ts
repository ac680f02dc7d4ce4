import { join } from 'node:path'

import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { witnessEntries, type WitnessEntry } from '../../../contract/witness/witness.ts'
import type { AppEnvironment } from '../../app/http/app-environment.ts'
import { readRecordings } from './read-recordings.ts'
import { createReplay, INSTANT } from './replay.ts'

const folder = join(import.meta.dirname, '../../../contract/witness')
const { recordings, notes } = readRecordings(folder)
const app = new Hono<AppEnvironment>()
app.all('/api/v1/*', createReplay(recordings, INSTANT))

test('the whole witness can be replayed', () => {
  expect(notes).toEqual([])
  expect(recordings).toHaveLength(witnessEntries().length)
})

// What was asked several times is answered in the order of the files.
test.each(witnessEntries())('$id is served to the byte', async (entry) => {
  const { exchange, path, body } = entry
  const response = await app.request(`/api/v1${path}`, {
    method: exchange.method,
    ...sentBy(entry),
  })
  const served = new Uint8Array(await response.arrayBuffer())
  expect([response.status, Buffer.from(served).equals(body)]).toEqual([exchange.status, true])
  for (const [name, value] of exchange.headers)
    expect([name, response.headers.get(name)]).toEqual([name, value])
})

function sentBy({ exchange: { sent, requestHeaders } }: WitnessEntry): RequestInit {
  if (sent === undefined) return {}
  if (!('fields' in sent)) {
    const headers = requestHeaders.filter(([name]) => name === 'content-type')
    return { body: sent.text, headers: Object.fromEntries(headers) }
  }
  const form = new FormData()
  for (const { name, text, fileName, mediaType = '', bytes = 0 } of sent.fields)
    if (text === undefined)
      form.set(name, new Blob([new Uint8Array(bytes)], { type: mediaType }), fileName)
    else form.set(name, text)
  return { body: form }
}
