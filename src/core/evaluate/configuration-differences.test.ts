import { expect, test } from 'vitest'

import type { JsonObject } from '../../../contract/json.ts'
import { configurationDifferences } from './conversation.ts'

const setup = (settings: JsonObject) => ({ model: 'm', settings })

test('lists what differs, member by member, and says where a field is not sent', () => {
  const one = setup({ stream: true, temperature: 0.2, vendor_parameters: { a: 1, b: 2 } })
  const two = setup({ stream: true, vendor_parameters: { a: 1, b: 3 } })
  expect(configurationDifferences([one, two])).toEqual([
    { field: 'temperature', values: ['0.2', undefined] },
    { field: 'vendor_parameters.b', values: ['2', '3'] },
  ])
})

test('a system message of one configuration is a difference', () => {
  expect(configurationDifferences([setup({}), { ...setup({}), system: 'Be terse.' }])).toEqual([
    { field: 'system message', values: [undefined, 'Be terse.'] },
  ])
})

test('configurations that are alike differ in nothing', () => {
  expect(configurationDifferences([setup({ stream: true }), setup({ stream: true })])).toEqual([])
})
