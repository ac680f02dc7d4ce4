import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { startTestService } from '../../../../service/testing/start-service.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { toHar } from './har-exchange.ts'
import { redactedExchange } from './redacted-exchange.ts'

test('behavior: a saved HAR is a recording for --replay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saved-'))
  const file = join(folder, 'saved.har')
  const exchange: Exchange = {
    id: 'one',
    startedAt: 1_790_000_000_000,
    providerName: 'vendor',
    background: false,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [['Authorization', 'Bearer sk-abcdefghijklmnopqrstuvwxyz']],
      body: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hi' }], stream: true },
      bytes: 80,
    },
    outcome: 'cut',
    timing: { headers: 5, firstByte: 6, end: 20 },
    status: 200,
    headers: [
      ['content-type', 'text/event-stream'],
      ['x-vendor-version', '20261101'],
    ],
    events: [
      { at: 6, data: '{"choices":[{"index":0,"delta":{"content":"One"}}]}' },
      { at: 9, event: 'ping', data: '{}' },
    ],
    eventCount: 2,
    receipt: {},
  }
  writeFileSync(file, toHar(redactedExchange(exchange, { content: true })))
  const replay = await startTestService({ flags: ['--replay', file] })
  try {
    const response = await replay.chat('Hi', { stream: true })
    expect([response.status, response.headers.get('x-vendor-version')]).toEqual([200, '20261101'])
    const text = vi.fn<(piece: string) => void>()
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const piece of response.body ?? []) text(decoder.decode(piece))
    })()
    // It was cut off when it was saved.
    await expect(reading).rejects.toThrow('terminated')
    expect(text.mock.calls.flat().join('')).toBe(
      'data: {"choices":[{"index":0,"delta":{"content":"One"}}]}\n\nevent: ping\ndata: {}\n\n',
    )
  } finally {
    await replay.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
