import { expect, test } from 'vitest'

import { recordDecrypted } from '../../../core/client/e2ee/plain-text.ts'
import type { Exchange, StreamEventRecord } from '../../../core/client/exchanges/exchange.ts'
import { codeRequest } from '../../../core/inspector/code/code-request.ts'
import { encryptionText } from '../../../core/inspector/exchange-text.ts'
import { toHar } from '../../../core/inspector/export/har-exchange.ts'
import { toJsonLines } from '../../../core/inspector/export/redacted-exchange.ts'
import { serializeExchange } from '../../../core/inspector/serialize-exchange.ts'
import { answerText } from './comparison-view.tsx'

const ENVELOPE = `04${'ab'.repeat(100)}`
const SECRET = 'The harbour code is 4711.'

const chunk = (content: string): StreamEventRecord => ({
  at: 5,
  data: JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content } }] }),
})

function exchangeWith(events: readonly StreamEventRecord[], isSealed = true): Exchange {
  return {
    id: 'one',
    startedAt: 1_790_000_000_000,
    providerName: 'acme',
    background: false,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: isSealed ? [['x-acme-tee-model-pub-key', '04cd']] : [],
      body: { model: 'private', messages: [{ role: 'user', content: ENVELOPE }] },
      bytes: 300,
    },
    outcome: 'done',
    timing: {},
    status: 200,
    headers: [],
    events,
    eventCount: events.length,
    receipt: {},
  }
}

test('it is said whether this page still holds what was in the envelopes', () => {
  const sealed = chunk(ENVELOPE)
  expect(encryptionText(exchangeWith([sealed], false))).toBeUndefined()
  expect(encryptionText(exchangeWith([sealed]))).toContain('is gone')
  recordDecrypted(sealed, chunk(SECRET))
  expect(encryptionText(exchangeWith([sealed]))).toContain('decrypted')
})

test('two answers are compared as they were opened, and as they came after that', () => {
  const sealed = chunk(ENVELOPE)
  recordDecrypted(sealed, chunk(SECRET))
  expect(answerText(exchangeWith([sealed]))).toBe(SECRET)
  expect(answerText(exchangeWith([{ ...sealed }]))).toBe(ENVELOPE)
})

test('what was opened is neither kept nor exported', () => {
  const sealed = chunk(ENVELOPE)
  recordDecrypted(sealed, chunk(SECRET))
  const exchange = exchangeWith([sealed])
  for (const text of [
    JSON.stringify(serializeExchange(exchange)),
    toHar({ ...exchange, events: [sealed] }),
    toJsonLines({ ...exchange, events: [sealed] }),
  ]) {
    expect(text).toContain(ENVELOPE)
    expect(text).not.toContain('harbour')
  }
})

test('code says that it cannot encrypt', () => {
  expect(codeRequest(exchangeWith([])).notes.join(' ')).toContain('which no snippet can do')
  expect(codeRequest(exchangeWith([], false)).notes).toEqual([])
})
