import { expect, it } from 'vitest'

import type { Model } from '../../../contract/models/model.ts'
import { readApiDescription } from '../client/queries/openapi.ts'
import { lacksEdits } from './lacks-edits.ts'

const described = (...paths: string[]) =>
  readApiDescription({
    openapi: '3.1.0',
    paths: Object.fromEntries(paths.map((path) => [path, { post: {} }])),
  })
const listed = (...types: (string | undefined)[]) =>
  types.map((type, at) => ({ id: `m${at}`, ...(type && { type }) })) as Model[]

it('is the endpoint where the description has none, whatever models are listed', () => {
  expect(lacksEdits(undefined, described('/chat/completions'))).toBe('endpoint')
  expect(lacksEdits(listed('inpaint'), described('/chat/completions'))).toBe('endpoint')
  expect(lacksEdits(listed('text'), described('/chat/completions', '/image/edit'))).toBeUndefined()
})

it('is the model where every one has another type', () => {
  expect(lacksEdits(listed('text', 'image'), undefined)).toBe('model')
  expect(lacksEdits(listed('text', 'inpaint'), undefined)).toBeUndefined()
})

it('is nothing while nobody knows', () => {
  for (const models of [undefined, [], listed('text', undefined), listed(undefined)])
    expect(lacksEdits(models, undefined)).toBeUndefined()
})
