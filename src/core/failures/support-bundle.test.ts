import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readServiceError } from '../../../contract/errors/read-service-error.ts'
import type { JsonValue } from '../../../contract/json.ts'
import { emptyFailureLog, settle } from '../../../contract/limits/failure-log.ts'
import { apiKeyCredential } from '../client/connection/credential.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'
import { readExport } from '../inspector/export/read-export.ts'
import { supportBundle, type BundleParts } from './support-bundle.ts'

const SECRET = 'sk-live-0123456789abcdef0123456789abcdef'
const WORDS = 'the words of a private message'

const page = {
  build: 'index-abc.js',
  area: 'chat',
  browser: 'a browser',
  language: 'en',
  viewport: '1280×800',
  onLine: true,
}

function parts(errorBody: JsonValue): BundleParts {
  const headers: [string, string][] = [
    ['cf-ray', 'ray-1'],
    ['x-vendor-version', '20261121.010203'],
    ['x-vendor-balance-usd', '12.5'],
    ['set-cookie', SECRET],
  ]
  const failure = readServiceError({
    status: 400,
    headers,
    body: errorBody,
    route: '/chat/completions',
  })
  const exchange: Exchange = {
    id: 'exchange',
    startedAt: 1,
    providerName: 'vendor',
    background: false,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [['Authorization', `Bearer ${SECRET}`]],
      body: { model: 'sandbox-chat', messages: [{ role: 'user', content: WORDS }] },
      bytes: 90,
    },
    outcome: 'failed',
    timing: { end: 5 },
    status: 400,
    headers,
    body: { kind: 'json', value: errorBody, bytes: 10 },
    events: [],
    eventCount: 0,
    failure,
    receipt: {},
  }
  const log = settle(emptyFailureLog, 'a', 'failed', 2, { status: 400, operation: 'POST /x' })
  const connection = {
    id: 'c1',
    session: 's1',
    name: 'This machine',
    kind: 'local' as const,
    baseUrl: 'http://127.0.0.1:4310/api/v1',
    providerName: 'vendor',
    credential: apiKeyCredential(SECRET, 'http://127.0.0.1:4310'),
  }
  return { failure, exchange, connection, log, page, now: 3 }
}

describe('the file for support', () => {
  it('holds what explains the failure and opens in the inspector', () => {
    const text = supportBundle(parts({ error: 'No', code: 'INVALID_REQUEST' }))
    expect(text).toContain('ray-1')
    expect(text).toContain('20261121.010203')
    expect(text).toContain('INVALID_REQUEST')
    expect(text).toContain('POST /x')
    const reading = readExport(text)
    expect(reading.ok && reading.exchanges[0]?.status).toBe(400)
  })

  it('holds no key, no balance and no text of a message, wherever they stood', () => {
    const where = fc.constantFrom('echo', 'details', 'context', 'prompt', 'suggested_prompt')
    fc.assert(
      fc.property(where, fc.constantFrom(SECRET, WORDS), fc.boolean(), (name, leak, deep) => {
        const inner: JsonValue = deep ? { list: [{ value: leak }] } : leak
        const text = supportBundle(parts({ error: 'No', [name]: inner }))
        expect(text).not.toContain(SECRET)
        expect(text).not.toContain(SECRET.slice(-12))
        expect(text).not.toContain(WORDS)
        expect(text).not.toContain('12.5')
      }),
    )
  })

  it('is made without an exchange too', () => {
    const text = supportBundle({ ...parts({ error: 'No' }), exchange: undefined })
    expect(text.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(text)).toMatchObject({ failure: { kind: 'invalid_request', status: 400 } })
  })
})
