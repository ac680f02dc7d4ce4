import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { saveExchange, listExchanges, readExchange } from '../storage/exchanges/exchanges.ts'
import { hostileVersions } from '../storage/testing/hostile-json.ts'
import { parseExchange } from './export/parse-exchange.ts'
import { readExport } from './export/read-export.ts'
import { serializeExchange } from './serialize-exchange.ts'

const ownExchange = {
  startedAt: 1_700_000_000_000,
  providerName: 'vendor',
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4310/api/v1/chat/completions',
    path: '/chat/completions',
    headers: [['content-type', 'application/json']],
    body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
    form: [{ name: 'prompt', text: 'warm' }],
    bytes: 10,
  },
  outcome: 'failed',
  timing: { connected: 1, headers: 2, firstByte: 3, firstToken: 4, end: 5 },
  status: 402,
  headers: [['x-balance-remaining', '1.25']],
  body: { kind: 'json', value: { error: 'no credit' }, bytes: 20 },
  receipt: {
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    cost: { usd: 0.1, diem: 0 },
    balanceBeforeUsd: '1.35',
  },
  events: [{ at: 3, event: 'message', data: '[DONE]' }],
}

const foreignEntry = {
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 12,
  request: {
    method: 'GET',
    url: 'https://api.example/models',
    headers: [{ name: 'accept', value: '*/*' }],
    postData: { mimeType: 'application/json', text: '{}' },
  },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { mimeType: 'application/json', text: '{"data":[]}' },
  },
}

const har = hostileVersions({
  log: { entries: [{ ...foreignEntry, _exchange: ownExchange }, foreignEntry] },
})

it('opens what it can of any file of exchanges, and what it opens can be kept and opened again', async () => {
  await fc.assert(
    fc.asyncProperty(har, async (file) => {
      const reading = readExport(JSON.stringify(file))
      expect(reading.ok || reading.message !== '').toBe(true)
      for (const exchange of reading.ok ? reading.exchanges : []) {
        await saveExchange(serializeExchange(exchange))
        const again = parseExchange(await readExchange(exchange.id))
        expect(again).toMatchObject({
          startedAt: exchange.startedAt,
          outcome: exchange.outcome,
          request: { method: exchange.request.method, path: exchange.request.path },
        })
        const [latest] = await listExchanges()
        expect(new Date(latest?.startedAt ?? 0).toISOString()).not.toBe('')
      }
    }),
    { numRuns: 100 },
  )
})
