import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatModelSuffix, isSuffixKey, parseModelSuffix } from './model-suffix.ts'
import { vendorFields, type VendorParameters } from './request/vendor-parameters.ts'

const modelId = fc.stringMatching(/^[a-z][a-z0-9./-]{0,20}(:[a-z0-9.-]{1,8})?$/)

const valueOf = (name: keyof typeof vendorFields) => {
  const { control } = vendorFields[name]
  if (control.kind === 'boolean') return fc.boolean()
  if (control.kind === 'choice') return fc.constantFrom(...control.values)
  return fc.string({ minLength: 1, unit: 'grapheme' })
}

const parameters = fc.record(
  Object.fromEntries(
    Object.keys(vendorFields)
      .filter(isSuffixKey)
      .map((name) => [name, valueOf(name)]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<VendorParameters>

test('a name without suffixes is an id, colons and all', () => {
  expect(parseModelSuffix('llama3:8b')).toEqual({ id: 'llama3:8b', parameters: {}, ignored: [] })
})

test('what is written is read back', () => {
  fc.assert(
    fc.property(modelId, parameters, (id, given) => {
      const read = parseModelSuffix(formatModelSuffix(id, given))
      expect(read).toEqual({ id, parameters: { ...given }, ignored: [] })
    }),
  )
})

test('pairs may be joined by & or by further colons', () => {
  const expected = { enable_web_search: 'on', disable_thinking: true }
  expect(parseModelSuffix('m:enable_web_search=on&disable_thinking=true').parameters).toEqual(
    expected,
  )
  expect(parseModelSuffix('m:enable_web_search=on:disable_thinking=true').parameters).toEqual(
    expected,
  )
})

test('unknown keys and wrong values are set aside', () => {
  const read = parseModelSuffix('m:colour=red&enable_web_search=maybe&enable_e2ee=yes&a=%zz')
  expect(read.parameters).toEqual({})
  expect(read.ignored).toEqual([
    'colour=red',
    'enable_web_search=maybe',
    'enable_e2ee=yes',
    'a=%zz',
  ])
})

test('parameters that some services do not read there are read, but not written', () => {
  const given = { enable_x_search: true, enable_e2ee: false }
  expect(formatModelSuffix('m', given)).toBe('m')
  expect(parseModelSuffix('m:enable_x_search=true&enable_e2ee=false').parameters).toEqual(given)
})

test('any text is read without a fault', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(() => parseModelSuffix(name)).not.toThrow()
    }),
  )
})
