import { expect, test } from 'vitest'

import type { Attachment } from '../chat/attachments/attachment.ts'
import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { attachmentWarnings, listedModel } from './listed-model.ts'

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

test('what the models of configurations do not take is said of each, as far as models are known', async () => {
  const listed = ['sees', 'blind'].map((id) => ({
    id,
    object: 'model',
    type: 'text',
    model_spec: { capabilities: { supportsVision: id === 'sees' } },
  }))
  const { client } = fakeClient(() => jsonResponse({ object: 'list', data: listed }))
  const picture: Attachment = {
    id: 'p',
    kind: 'image',
    name: 'p.png',
    cached: false,
    source: { blob: new Blob(['p']) },
  }
  const far = { id: 'far', name: 'Far' }
  const board = {
    configurations: [
      { id: 'a', model: 'sees', settings: {} },
      { id: 'b', model: 'blind', settings: {} },
      { id: 'c', model: 'blind', settings: {}, connection: far },
    ],
    cases: [],
  }
  expect(await attachmentWarnings(client, board, [picture])).toEqual([
    "B: blind doesn't support images: the API will reject this request.",
  ])
  expect(await attachmentWarnings(client, board, [])).toEqual([])
})
