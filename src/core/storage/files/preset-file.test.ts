import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonObject } from '../../../../contract/json.ts'
import { presetFile, readPresetFile, withFreeNames } from './preset-file.ts'

const terse = {
  name: 'Terse',
  model: 'sandbox-fast',
  settings: { temperature: 0.2, tools: [{ type: 'function', function: { name: 'now' } }] },
  system: 'You are terse.',
}

const file = (change: object) =>
  JSON.stringify({ format: 'playground-presets', version: 1, presets: [terse], ...change })

test('what is written is read back', () => {
  expect(readPresetFile(presetFile([terse]))).toEqual({ ok: true, presets: [terse], unreadable: 0 })
})

test('any presets survive the way through a file', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9é]{1,40}$/)
  const settings = fc.dictionary(
    fc.stringMatching(/^[a-z]_[a-z_]{1,12}$/),
    fc.jsonValue({ maxDepth: 3 }),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ name, model: name, settings }), { minLength: 1 }), (made) => {
      const presets = made.map((one) => JSON.parse(JSON.stringify(one)) as typeof terse)
      const written = presetFile(presets)
      fc.pre(!/"(?:__proto__|constructor|prototype)"/.test(written))
      expect(readPresetFile(written)).toEqual({ ok: true, presets, unreadable: 0 })
    }),
  )
})

test('a file that is something else is refused with what it is', () => {
  for (const [text, words] of [
    ['GIF89a', 'not JSON'],
    ['[]', 'Not a file of presets'],
    ['{"format":"playground-history","version":1}', 'Not a file of presets'],
    [file({ version: 2 }), 'is newer than this page'],
    [file({ version: 'one' }), 'has no version'],
    [file({ presets: [] }), 'no valid preset'],
  ] as const) {
    const reading = readPresetFile(text)
    expect(reading.ok ? '' : reading.message).toContain(words)
  }
})

test('keys, addresses and hostile members never come in or go out', () => {
  const settings = JSON.parse(
    '{"temperature":1,"api_key":"sk-secret","base_url":"https://evil.example","headers":{"Authorization":"x"},"__proto__":{"polluted":true},"metadata":{"constructor":{"a":1},"b":"c"}}',
  ) as JsonObject
  const text = file({ presets: [{ ...terse, settings, baseUrl: 'https://evil.example' }] })
  const reading = readPresetFile(text)
  expect(reading.ok && reading.presets[0]?.settings).toEqual({
    temperature: 1,
    metadata: { b: 'c' },
  })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(presetFile([{ ...terse, settings }])).not.toMatch(/secret|evil|Authorization/)
})

test('any text gives presets or a sentence, and never a fault', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const reading = readPresetFile(text)
      expect(reading.ok || reading.message.length > 0).toBe(true)
    }),
  )
})

test('entries that cannot be read are counted, the others are kept', () => {
  const reading = readPresetFile(file({ presets: [terse, { name: 'x' }, 7, null] }))
  expect(reading).toMatchObject({ ok: true, unreadable: 3 })
})

test('a name that is taken gets a number', () => {
  const names = withFreeNames([terse, terse], ['Terse']).map(({ name }) => name)
  expect(names).toEqual(['Terse 2', 'Terse 3'])
})
