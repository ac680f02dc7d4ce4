import fc from 'fast-check'
import { expect, test } from 'vitest'

import { leftOutText } from './import/import-report.ts'
import { readSetup } from './setup.ts'
import { chatOf } from './testing/share-fixtures.ts'

const TRANSPORT = ['baseUrl', 'apiUrl', 'apiKey', 'key', 'headers', 'url', 'wallet', 'connection']

test('members that say where requests go, or with what key, do not survive', () => {
  for (const name of TRANSPORT) {
    const reading = readSetup({ ...chatOf(200), [name]: 'https://attacker.example' })
    expect(reading.ok).toBe(true)
    if (reading.ok) expect(JSON.stringify(reading.setup)).not.toContain('attacker')
  }
})

test('a path that could leave the API is refused', () => {
  for (const path of [
    '//attacker.example/x',
    '/\\attacker.example',
    'https://attacker.example/',
    'models',
    '/../../local/faucet',
    '/a/..',
    '/a b',
    '/a#b',
    '',
  ])
    expect(readSetup({ area: 'explore', method: 'GET', path }).ok, path).toBe(false)
  for (const path of ['/models?type=text', '/characters/ada', '/x402/balance/0xabc?a=..b'])
    expect(readSetup({ area: 'explore', method: 'GET', path }).ok, path).toBe(true)
})

test('behavior: what was left out is named by its field', () => {
  const reading = readSetup({
    ...chatOf(0),
    settings: { temperature: '0.7', response_format: 'json' },
    messages: ['Hello', { role: 'user' }],
  })
  expect(reading.ok && leftOutText(reading)).toEqual([
    expect.stringMatching(/^1 message was left out: messages\[0\] is "Hello", but /),
    expect.stringMatching(/^1 message was left out: messages\[1\]/),
    '1 setting was left out: temperature is "0.7", but must be a number.',
    expect.stringMatching(/^1 setting was left out: response_format is "json", but /),
  ])
})

test('settings and messages that the contract refuses are left out, and said', () => {
  const setup = chatOf(200)
  const reading = readSetup({
    ...setup,
    settings: { temperature: 9, seed: 1, messages: [], my_field: 'kept' },
    messages: [...setup.messages, { role: 'user' }, { role: 'wizard', content: 'x' }, 7],
  })
  expect(reading).toMatchObject({
    ok: true,
    setup: { settings: { seed: 1, my_field: 'kept' }, messages: setup.messages },
  })
  expect(reading.ok && leftOutText(reading).join('\n')).toMatch(
    /1 setting was left out: temperature .*9[^]*1 setting \(messages\) was left out/,
  )
  expect(reading.ok && leftOutText(reading)).toHaveLength(5)
})

test('whatever is thrown at it, it answers, and changes nothing global', () => {
  const hostile = fc.oneof(
    fc.anything({ withNullPrototype: true, maxDepth: 4 }),
    fc
      .record({
        area: fc.constantFrom('chat', 'image', 'explore', 'settings'),
        model: fc.oneof(fc.string(), fc.anything()),
        settings: fc.dictionary(
          fc.constantFrom('__proto__', 'constructor', 'temperature', 'n', 'baseUrl'),
          fc.jsonValue(),
        ),
        fields: fc.dictionary(fc.string(), fc.jsonValue()),
        messages: fc.array(fc.anything(), { maxLength: 5 }),
        attachments: fc.oneof(fc.constant([]), fc.anything()),
        method: fc.constantFrom('GET', 'CONNECT'),
        path: fc.string(),
      })
      .map((value) => value as unknown),
  )
  const before = Object.getOwnPropertyNames(Object.prototype).join()
  fc.assert(
    fc.property(hostile, (value) => {
      const reading = readSetup(value)
      if (reading.ok) for (const name of TRANSPORT) expect(reading.setup).not.toHaveProperty(name)
      else expect(reading.message).not.toBe('')
    }),
    { numRuns: 5_000 },
  )
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
})

test('a value nested beyond reason is refused', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  expect(readSetup({ ...chatOf(100), settings: { my_field: deep } }).ok).toBe(false)
})

test('the variations of an earlier link are left out, and that is said', () => {
  const image = { area: 'image', fields: { prompt: 'warm' } }
  const reading = readSetup({ ...image, variations: [{ model: 'b' }, {}] })
  expect(reading).toMatchObject({ ok: true, setup: image })
  expect(reading.ok && leftOutText(reading)).toEqual([
    '2 variations were left out: links no longer include them.',
  ])
  for (const none of [7, 'x', { model: 'b' }, []])
    expect(readSetup({ ...image, variations: none })).toEqual(readSetup(image))
})
