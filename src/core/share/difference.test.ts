import { expect, test } from 'vitest'

import { differences } from './difference.ts'

test('only what changes is listed, with both sides, and unknown fields are marked', () => {
  expect(
    differences(
      {
        area: 'chat',
        model: 'a',
        settings: { stream: true, temperature: 1, vendor_parameters: { enable_web_search: 'on' } },
        messages: [],
      },
      {
        area: 'chat',
        model: 'b',
        settings: { stream: true, seed: 1, my_field: [1], vendor_parameters: { odd: true } },
        messages: [{ role: 'user', content: 'Hi' }],
        attachments: [],
      },
    ),
  ).toEqual([
    { field: 'model', before: 'a', after: 'b', known: true },
    { field: 'seed', after: '1', known: true },
    { field: 'my_field', after: '[1]', known: false },
    { field: 'vendor_parameters.odd', after: 'true', known: false },
    { field: 'temperature', before: '1', known: true },
    { field: 'vendor_parameters.enable_web_search', before: 'on', known: true },
    { field: 'message 1 (user)', after: 'Hi', known: true },
  ])
})

test('with nothing to compare with, everything is listed', () => {
  expect(
    differences(undefined, { area: 'image', fields: { prompt: 'warm', quality: 'low' } }),
  ).toEqual([
    { field: 'prompt', after: 'warm', known: true },
    { field: 'quality', after: 'low', known: true },
  ])
})

test('further edits of one press are listed each, by what they have otherwise', () => {
  const image = { area: 'image', fields: { prompt: 'warm' } } as const
  const three = { ...image, variations: [{ model: 'b', quality: 'low' }, {}] }
  expect(differences(image, three)).toEqual([
    { field: 'variation 2', after: 'model b, quality low', known: true },
    { field: 'variation 3', after: 'the same again', known: true },
  ])
  expect(differences(three, { ...image, variations: [{ model: 'c' }] })).toEqual([
    { field: 'variation 2', before: 'model b, quality low', after: 'model c', known: true },
    { field: 'variation 3', before: 'the same again', known: true },
  ])
  expect(differences(three, three)).toEqual([])
})
