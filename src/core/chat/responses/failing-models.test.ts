import { expect, test } from 'vitest'

import { failingModels } from './failing-models.ts'

const asked = (model: string | undefined, status: number | undefined) => ({
  request: {
    method: 'POST',
    url: 'https://api.example/v1/chat/completions',
    path: '/chat/completions',
    headers: [],
    bytes: 0,
    ...(model === undefined ? {} : { body: { model } }),
  },
  ...(status === undefined ? {} : { status }),
})

test('a model fails until it has answered again; what never came back says nothing', () => {
  const failing = failingModels([
    asked('mended', 503),
    asked('broken:enable_web_search=on', 500),
    asked('mended', 200),
    asked('broken', undefined),
    asked('refused', 400),
    asked(undefined, 500),
  ])
  expect([...failing]).toEqual(['broken'])
})
