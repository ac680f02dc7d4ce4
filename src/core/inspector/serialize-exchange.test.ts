import { describe, expect, it } from 'vitest'

import type { Exchange } from '../client/exchanges/exchange.ts'
import { codeRequest } from './code/code-request.ts'
import { parseExchange } from './export/parse-exchange.ts'
import { serializeExchange } from './serialize-exchange.ts'

const MOST = 512 * 1024

function exchange(given: Partial<Exchange> = {}): Exchange {
  return {
    id: 'a',
    startedAt: 5,
    providerName: 'vendor',
    background: false,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [['Authorization', 'Bearer a-secret-that-must-not-stay']],
      body: { model: 'm', messages: [] },
      bytes: 10,
    },
    outcome: 'done',
    timing: { connected: 1, headers: 2, end: 10 },
    status: 200,
    headers: [
      ['x-vendor-version', '20260708.013127'],
      ['X-Balance-Remaining', '1.25'],
      ['Set-Cookie', 'a=secret'],
    ],
    events: [{ at: 3, data: '[DONE]' }],
    eventCount: 1,
    receipt: {},
    ...given,
  }
}

const events = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => ({ at, data: 'x'.repeat(length) }))

describe('serializeExchange', () => {
  it('keeps an exchange whose server left out token counts', () => {
    const receipt = { usage: { completion_tokens: 2 } }
    expect(parseExchange(serializeExchange(exchange({ receipt })).exchange)?.receipt).toEqual(
      receipt,
    )
  })

  it('keeps an exchange as it was, without its secrets', () => {
    const { summary, exchange: kept } = serializeExchange(exchange())
    expect(summary).toMatchObject({
      id: 'a',
      startedAt: 5,
      line: 'POST /chat/completions',
      status: 200,
      model: 'm',
    })
    expect(JSON.stringify(kept)).not.toContain('secret')
    const read = parseExchange(kept)
    expect(read).toMatchObject({
      request: { body: { model: 'm', messages: [] } },
      timing: { connected: 1, headers: 2, end: 10 },
      outcome: 'done',
    })
    expect([...(read?.events ?? [])]).toEqual([{ at: 3, data: '[DONE]' }])
    expect(read?.headers).toContainEqual(['X-Balance-Remaining', '1.25'])
    expect(read?.shortened).toBeUndefined()
  })

  it('keeps under which names files were chosen', () => {
    const fileNames = { image: 'my photo.png' }
    const request = { ...exchange().request, body: { image: 'A'.repeat(1400) }, fileNames }
    expect(parseExchange(serializeExchange(exchange({ request })).exchange)?.request).toMatchObject(
      { fileNames },
    )
  })

  it('keeps the names of files whose bytes are left out, and writes them into code', () => {
    const file = 'A'.repeat(MOST + 4)
    const request = {
      ...exchange().request,
      body: { image: file, picture: `data:image/png;base64,${file}` },
      fileNames: { image: 'cat.png', picture: 'dog.png' },
    }
    const read = parseExchange(serializeExchange(exchange({ request })).exchange)
    if (read === undefined) throw new Error('not read')
    expect(JSON.stringify(read.request.body).length).toBeLessThan(300)
    const files = [...codeRequest(read).files.values()]
    expect(files).toEqual([
      { fileName: 'cat.png', prefix: '', bytes: (3 * file.length) / 4 },
      {
        fileName: 'dog.png',
        prefix: 'data:image/png;base64,',
        mediaType: 'image/png',
        bytes: (3 * file.length) / 4,
      },
    ])
  })

  it('keeps the names of the files of a form', () => {
    const form = [
      { name: 'prompt', text: 'warm' },
      { name: 'image', fileName: 'my cat.png', mediaType: 'image/png', bytes: 5 },
    ]
    const { body: _, ...request } = exchange().request
    const read = parseExchange(
      serializeExchange(exchange({ request: { ...request, form } })).exchange,
    )
    if (read === undefined) throw new Error('not read')
    expect(codeRequest(read).form).toEqual([
      { name: 'prompt', text: 'warm' },
      { name: 'image', fileName: 'my-cat.png', mediaType: 'image/png', bytes: 5 },
    ])
  })

  it('leaves out the bytes of attachments before anything else', () => {
    const url = `data:image/png;base64,${'A'.repeat(MOST)}`
    const body = { model: 'm', messages: [{ content: [{ image_url: { url } }] }] }
    const { summary, exchange: kept } = serializeExchange(
      exchange({ request: { ...exchange().request, body } }),
    )
    expect(summary.size).toBeLessThanOrEqual(MOST)
    expect(parseExchange(kept)).toMatchObject({ shortened: true, eventCount: 1 })
    expect(JSON.stringify(kept)).toContain('data:image/png;base64,AAAA')
  })

  it.each([
    ['events', { events: events(3000, 500), eventCount: 3000 }],
    ['a body', { body: { kind: 'text', text: 'x'.repeat(2 * MOST), bytes: 2 * MOST } as const }],
    [
      'a request',
      { request: { ...exchange().request, body: { text: 'x '.repeat(MOST), model: 'm' } } },
    ],
  ])('stays within its size and says so when it has too long %s', (_, given) => {
    const { summary, exchange: kept } = serializeExchange(exchange(given))
    expect(summary.size).toBeLessThanOrEqual(MOST)
    const read = parseExchange(kept)
    expect(read?.shortened).toBe(true)
    expect(read?.eventCount).toBe(read?.events.length)
  })
})
