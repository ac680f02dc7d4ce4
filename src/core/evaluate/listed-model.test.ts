import { expect, test } from 'vitest'

import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { listedModel } from './listed-model.ts'

test('a configuration gets a model that its connection lists, and keeps one that it lists', async () => {
  const { client } = fakeClient(() =>
    jsonResponse({ object: 'list', data: [{ id: 'large' }, { id: 'small' }] }),
  )
  expect(await listedModel(client, { model: 'small:enable_web_search=on' })).toBe(
    'small:enable_web_search=on',
  )
  expect(await listedModel(client, { model: 'larger' })).toBe('large')
  const far = { id: 'far', name: 'Far' }
  expect(await listedModel(client, { model: 'larger', connection: far })).toBe('larger')
})

test('a configuration keeps its model where the list can not be had', async () => {
  const { client } = fakeClient(() => Promise.reject(new Error('offline')))
  expect(await listedModel(client, { model: 'larger' })).toBe('larger')
})
