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
