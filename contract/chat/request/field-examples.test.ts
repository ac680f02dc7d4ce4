import { expect, test } from 'vitest'

import type { FieldTable } from '../../field-rule.ts'
import { validate } from '../../validation.ts'
import { fieldExamples, type SettingPath } from './field-examples.ts'
import { chatFields } from './request-fields.ts'
import { chatRequestSchema } from './request.ts'
import { vendorFields } from './vendor-parameters.ts'

const tables: readonly [string, FieldTable][] = [
  ['', chatFields],
  ['vendor_parameters.', vendorFields],
]
const OF_THEIR_OWN = ['model', 'messages', 'vendor_parameters']

const settings = tables.flatMap(([prefix, table]) =>
  Object.entries(table)
    .filter(([name]) => !OF_THEIR_OWN.includes(name))
    .map(([name, rule]) => ({ path: `${prefix}${name}` as SettingPath, rule })),
)

test('every field of the tables has an example, and every example a field', () => {
  expect(Object.keys(fieldExamples).toSorted()).toEqual(settings.map(({ path }) => path).toSorted())
})

test.each(settings)('the example of $path is valid', ({ path }) => {
  const [name = '', member] = path.split('.')
  const example = fieldExamples[path]
  const value = member === undefined ? example : { [member]: example }
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], [name]: value }
  expect(validate(chatRequestSchema, request)).toMatchObject({ ok: true })
})

test.each(settings.filter(({ path }) => path !== 'store'))(
  'the example of $path says something else than not sending it',
  ({ path, rule }) => {
    // `stream` is what the page sets by itself, so its example is what the default is not.
    expect(fieldExamples[path]).not.toEqual(rule.default)
  },
)
