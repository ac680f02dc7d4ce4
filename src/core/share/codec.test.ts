import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'

import fc from 'fast-check'
import { deflateSync, strToU8 } from 'fflate'
import { expect, test } from 'vitest'

import { anyCharacter } from '../../../service/testing/fuzz/arbitraries.ts'
import { decodeSetup, encodeSetup } from './codec.ts'
import type { SharedSetup } from './setup.ts'
import { DICTIONARY_V1 } from './shared-content.ts'
import { isSharedFragment } from './shared-fragment.ts'
import { chatOf } from './testing/share-fixtures.ts'

const name = fc.string({ maxLength: 20 }).filter((key) => key !== '__proto__')
/** Fields the contract does not list are carried as they are. */
const settings = fc.dictionary(
  name.map((key) => `x_${key}`),
  fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
  { maxKeys: 6 },
)
const message = fc.record({
  role: fc.constantFrom('user', 'system', 'developer'),
  content: fc.string({ unit: anyCharacter, maxLength: 200 }),
})
const anySetup: fc.Arbitrary<SharedSetup> = fc.oneof(
  fc.record({
    area: fc.constant('chat'),
    model: fc.string({ minLength: 1, maxLength: 60 }),
    settings,
    messages: fc.array(message, { maxLength: 4 }),
    attachments: fc.array(
      fc.record({
        message: fc.nat(10),
        part: fc.nat(10),
        kind: fc.constantFrom('image_url', 'file'),
        name,
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({ area: fc.constant('image'), fields: settings }),
) as fc.Arbitrary<SharedSetup>

test('a setup comes back exactly as it was', () => {
  fc.assert(
    fc.property(anySetup, (setup) => {
      const written = JSON.parse(JSON.stringify(setup))
      expect(decodeSetup(encodeSetup(setup))).toEqual({ ok: true, setup: written, leftOut: [] })
    }),
    { numRuns: 500 },
  )
})

test('links that were made with version 1 stay readable', () => {
  const { links } = JSON.parse(
    readFileSync(new URL('./fixtures/links-v1.json', import.meta.url), 'utf8'),
  )
  for (const { link, setup, leftOut = [] } of links) {
    expect(isSharedFragment(link)).toBe(true)
    expect(decodeSetup(link)).toEqual({ ok: true, setup, leftOut })
  }
})

test('the dictionary of version 1 is the one that links were made with', () => {
  expect(createHash('sha256').update(DICTIONARY_V1).digest('hex')).toBe(
    '32ca80207cf460cd4f499b66ac05a7c8c5a090f2eb402f5dafa640e554263ed7',
  )
})

/** Prose that does not repeat itself, as messages do not. */
const prose = ['CONTRIBUTING.md', 'docs/architecture.md']
  .map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'))
  .join(' ')
  .replace(/[^\w .,;:'()-]+/g, ' ')

test('a configuration of 2 kB and one of 10 kB fit the sizes that were promised', () => {
  for (const [kilobytes, most] of [
    [2, 1_150],
    [10, 5_000],
  ] as const) {
    const setup = chatOf(kilobytes * 1_000, prose)
    expect(JSON.stringify(setup).length).toBeGreaterThan(kilobytes * 1_000)
    expect(encodeSetup(setup).length).toBeLessThan(most)
  }
})

test('a fragment that unpacks to far more than a setup is given up early', () => {
  const bomb = deflateRawSync(new Uint8Array(50 * 1024 * 1024), { level: 9 })
  const started = process.cpuUsage()
  const reading = decodeSetup(`#c=1.${Buffer.from(bomb).toString('base64url')}`)
  expect(reading).toMatchObject({ ok: false, message: expect.stringContaining('1024 KiB') })
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1_000)
})

test('every damaged, cut or foreign fragment is answered with a sentence', () => {
  const whole = encodeSetup(chatOf(500))
  const damaged = [
    '#c=',
    '#c=1',
    '#c=1.',
    '#c=1.!!!!',
    '#c=x.AAAA',
    `#c=1.${Buffer.from(deflateSync(strToU8('not json'))).toString('base64url')}`,
    `#c=1.${'A'.repeat(300_000)}`,
    ...Array.from({ length: 40 }, (_, index) => whole.slice(0, 6 + index * 3)),
  ]
  for (const fragment of damaged) {
    const reading = decodeSetup(fragment)
    expect(reading.ok, fragment.slice(0, 40)).toBe(false)
    if (!reading.ok) expect(reading.message).toMatch(/^It .+\.$/)
  }
})

test('a link from a newer playground says so', () => {
  expect(decodeSetup('#c=2.AAAA')).toMatchObject({
    ok: false,
    message: expect.stringContaining('newer playground'),
  })
})
