import { expect, test } from 'vitest'

import type { JsonObject } from '../../../../contract/json.ts'
import { columnDifferences } from './column-differences.ts'
import { withSystem } from './columns.ts'
import type { CompareColumn } from './comparison-state.ts'

const column = (settings: JsonObject): CompareColumn => ({
  conversation: { id: 'c', title: '', createdAt: 0, updatedAt: 0, model: 'm', settings },
  messages: [],
})

test('lists what differs, member by member, and says where a field is not sent', () => {
  const one = column({ stream: true, temperature: 0.2, vendor_parameters: { a: 1, b: 2 } })
  const two = column({ stream: true, vendor_parameters: { a: 1, b: 3 } })
  expect(columnDifferences([one, two])).toEqual([
    { field: 'temperature', values: ['0.2', undefined] },
    { field: 'vendor_parameters.b', values: ['2', '3'] },
  ])
})

test('a system message of one column is a difference', () => {
  expect(
    columnDifferences([
      column({}),
      withSystem(
        { random: { uuid: () => 's', bytes: () => new Uint8Array() } },
        column({}),
        'Be terse.',
      ),
    ]),
  ).toEqual([{ field: 'system message', values: [undefined, 'Be terse.'] }])
})

test('columns that are alike differ in nothing', () => {
  expect(columnDifferences([column({ stream: true }), column({ stream: true })])).toEqual([])
})
