import { expect, test } from 'vitest'

import {
  propertiesOf,
  typeOf,
  valuesOf,
  withNewProperty,
  withoutProperty,
  withRenamed,
  withRequired,
  withType,
  withValues,
} from './schema-edit.ts'

const schema = {
  type: 'object',
  $comment: 'kept',
  properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['c', 'f'] } },
  required: ['city'],
}

test('properties are listed with whether they are required', () => {
  expect(propertiesOf(schema)).toEqual([
    { name: 'city', schema: { type: 'string' }, required: true },
    { name: 'unit', schema: { type: 'string', enum: ['c', 'f'] }, required: false },
  ])
})

test('renaming keeps order, requirement and everything the form does not know', () => {
  const changed = withRenamed(schema, 'city', 'place')
  expect(Object.keys(Object(changed['properties']))).toEqual(['place', 'unit'])
  expect(changed).toMatchObject({ required: ['place'], $comment: 'kept' })
})

test('a new property has a name of its own', () => {
  const twice = withNewProperty(withNewProperty(schema))
  expect(propertiesOf(twice).map(({ name }) => name)).toEqual([
    'city',
    'unit',
    'property',
    'property_2',
  ])
})

test('a removed property is no longer required', () => {
  expect(withoutProperty(schema, 'city')).toMatchObject({ required: [] })
  expect(withoutProperty({ type: 'object' }, 'x')).not.toHaveProperty('required')
})

test('requiring and not requiring', () => {
  expect(withRequired(schema, 'unit', true)).toMatchObject({ required: ['city', 'unit'] })
  expect(withRequired(schema, 'city', false)).toMatchObject({ required: [] })
})

test('another type drops what belonged to the old one', () => {
  expect(withType({ type: 'string', enum: ['a'], description: 'D' }, 'array')).toEqual({
    type: 'array',
    description: 'D',
    items: { type: 'string' },
  })
})

test('allowed values are written with commas, as numbers where the type is one', () => {
  expect(withValues({ type: 'integer' }, '1, 2')).toEqual({ type: 'integer', enum: [1, 2] })
  expect(withValues({ type: 'string', enum: ['a'] }, ' ')).toEqual({ type: 'string' })
  expect(valuesOf({ enum: ['a', 2] })).toBe('a, 2')
})

test('what the form cannot show has no type', () => {
  expect(typeOf({ anyOf: [] })).toBeUndefined()
  expect(typeOf({ type: ['string', 'null'] })).toBeUndefined()
})
