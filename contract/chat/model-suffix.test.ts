import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  formatModelSuffix,
  isSuffixKey,
  parametersToSuffixes,
  parseModelSuffix,
  suffixesToParameters,
  suffixNotes,
  withoutSuffix,
} from './model-suffix.ts'
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

test('parameters go into the name and back', () => {
  const beside = {
    model: 'm',
    parameters: { enable_web_search: 'on', disable_thinking: true, enable_x_search: true } as const,
  }
  const inName = parametersToSuffixes(beside)
  expect(inName).toEqual({
    model: 'm:enable_web_search=on&disable_thinking=true',
    parameters: { enable_x_search: true },
  })
  expect(suffixesToParameters(inName)).toEqual(beside)
})

test('the name wins, as the service reads it', () => {
  const both = {
    model: 'm:enable_web_search=on',
    parameters: { enable_web_search: 'off' } as const,
  }
  expect(suffixesToParameters(both).parameters).toEqual({ enable_web_search: 'on' })
  expect(parametersToSuffixes(both).model).toBe('m:enable_web_search=on')
})

test('what was not understood stays in the name', () => {
  const model = 'm:enable_web_search=on&colour=red'
  expect(withoutSuffix(model, 'enable_web_search')).toBe('m:colour=red')
  expect(parseModelSuffix(suffixesToParameters({ model, parameters: {} }).model)).toMatchObject({
    id: 'm',
    ignored: ['colour=red'],
  })
})

test('a contradiction between name and parameter is a warning, settled with one press', () => {
  const [note] = suffixNotes('m:enable_web_search=on', { enable_web_search: 'off' })
  expect(note).toMatchObject({
    level: 'warning',
    message: 'The model name sets enable_web_search=on, which overrides off here.',
    fix: { set: { model: 'm' } },
  })
})

test('a suffix alone is said where its setting is', () => {
  const [note] = suffixNotes('m:disable_thinking=true')
  expect(note).toMatchObject({
    level: 'info',
    fields: ['vendor_parameters.disable_thinking'],
    fix: { set: { model: 'm', 'vendor_parameters.disable_thinking': true } },
  })
  expect(suffixNotes('m')).toEqual([])
})
