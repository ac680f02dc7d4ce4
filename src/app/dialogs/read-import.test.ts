import fc from 'fast-check'
import { expect, test } from 'vitest'

import { anyWebAddress } from '../../../service/testing/fuzz/arbitraries.ts'
import { readImport, setupFromExchange } from './read-import.ts'

const body = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hi' }] }

function har(entries: unknown[]) {
  return JSON.stringify({ log: { version: '1.2', entries } })
}

const entry = {
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 5,
  request: {
    method: 'POST',
    url: 'https://api.example/v1/chat/completions',
    headers: [{ name: 'Authorization', value: 'Bearer x' }],
    postData: { text: JSON.stringify(body) },
  },
  response: { status: 400, headers: [], content: { text: '{"error":"no"}' } },
}

test('behavior: a HAR is known by its content, and its requests can be used again', () => {
  const reading = readImport(har([entry]))
  expect(reading).toMatchObject({
    kind: 'exchanges',
    exchanges: [{ status: 400 }],
    report: { leftOut: [] },
  })
  const [exchange] = reading.kind === 'exchanges' ? reading.exchanges : []
  expect(exchange && setupFromExchange(exchange)).toMatchObject({
    ok: true,
    setup: { area: 'chat', model: 'sandbox-chat', messages: body.messages },
    leftOut: [{ count: 1, what: 'credential' }],
  })
})

test('behavior: curl, JSON and other text are told apart', () => {
  expect(readImport(JSON.stringify(body))).toMatchObject({ kind: 'setup' })
  expect(readImport('curl https://api.example/v1/models')).toMatchObject({ kind: 'setup' })
  expect(readImport('Dear all,')).toMatchObject({ kind: 'none' })
  expect(readImport(har([]))).toEqual({
    kind: 'none',
    message: 'It contains no readable requests.',
  })
})

test('a hostile HAR is read or refused, reaches nothing but the API, and changes nothing global', () => {
  const hostile: unknown = fc.sample(
    fc.constant(
      JSON.parse('{"__proto__":{"polluted":1},"method":"POST","url":"javascript:alert(1)"}'),
    ),
    1,
  )[0]
  const address = fc.oneof(
    fc.constantFrom(
      'javascript:alert(1)',
      'file:///etc/passwd',
      '//attacker.example/x',
      'https://attacker.example/../../local/faucet',
      'https://attacker.example/v1//evil.example/x',
      'data:text/html,<script>alert(1)</script>',
    ),
    anyWebAddress,
    fc.string(),
  )
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(hostile))
  const anyEntry = fc.oneof(
    value,
    fc.record({
      startedDateTime: fc.oneof(fc.string(), value),
      time: value,
      request: fc.record({
        method: fc.oneof(fc.constantFrom('POST', 'GET', 'TRACE', 'CONNECT'), fc.string()),
        url: address,
        headers: value,
        postData: fc.oneof(value, fc.record({ text: fc.oneof(fc.json(), fc.string()) })),
      }),
      response: value,
      _exchange: fc.option(value, { nil: undefined }),
    }),
  )
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 3 }), (entries) => {
      const reading = readImport(har(entries))
      if (reading.kind !== 'exchanges') return
      for (const exchange of reading.exchanges) {
        const setup = setupFromExchange(exchange)
        if (setup.ok && setup.setup.area === 'explore')
          expect(setup.setup.path).toMatch(/^\/(?!\/)/)
      }
    }),
    { numRuns: 300 },
  )
  expect('polluted' in {}).toBe(false)
})

test('a HAR that nests without end is refused in words', () => {
  const deep = `{"log":{"entries":[{"request":{"method":"POST","url":"https://a/v1/x","postData":{"text":"${'['.repeat(20_000)}"}},"response":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}]}}`
  expect(() => readImport(deep)).not.toThrow()
})
