import { QueryClient } from '@tanstack/query-core'
import { expect, it, vi } from 'vitest'

import { EDIT_MODEL_TYPE, type Model } from '../../../contract/models/model.ts'
import { listModelsOptions } from '../client/queries/models.ts'
import type { World } from '../client/world.ts'
import type { ImageSetup } from '../share/setup.ts'
import { createImageShareTarget } from './form.ts'
import { testEditor } from './testing/test-editor.ts'

const priced = (id: string, usd: number): Model => ({
  id,
  model_spec: { pricing: { inpaint: { usd } } },
})

function shared(models?: Model[]) {
  const request = vi.fn<World['fetch']>()
  const editor = testEditor({}, { fetch: request })
  const { client } = editor
  const { connection } = client.connections.store.getState()
  const queryClient = new QueryClient()
  const { queryKey } = listModelsOptions(client, connection, { type: EDIT_MODEL_TYPE })
  if (models !== undefined) queryClient.setQueryData(queryKey, models)
  return { editor, request, target: createImageShareTarget(editor, queryClient) }
}

const setup: ImageSetup = { area: 'image', fields: { model: 'a', prompt: 'warm' } }

it('takes a setup over as it was handed on, and leaves image, variations and network alone', () => {
  const { editor, request, target } = shared()
  const source = { kind: 'url', url: 'https://example.com/a.png' } as const
  editor.form.setState({ source, variations: 2 })
  expect(target.apply(setup, 'current')).toBe('/image')
  expect(editor.form.getState()).toMatchObject({ source, variations: 2 })
  expect(target.current()).toEqual(setup)
  expect(request).not.toHaveBeenCalled()
})

it('shows its screen for the setup of another area, and changes nothing', () => {
  const { target } = shared()
  const before = target.current()
  const other = { area: 'explore', method: 'GET', path: '/models' } as const
  expect(target.apply(other, 'current')).toBe('/image')
  expect(target.current()).toEqual(before)
})

it('names the price of an edit by the list that is already there', async () => {
  const { target } = shared([priced('a', 0.04), priced('b', 0.06)])
  expect(await target.costInWords(setup)).toBe('$0.04 per edit')
  const old: ImageSetup = { area: 'image', fields: { modelId: 'b' } }
  expect(await target.costInWords(old)).toBe('$0.06 per edit')
})

it('tells no cost without the list, with an unknown model, or of another area', async () => {
  const { target, request } = shared()
  expect(await target.costInWords(setup)).toBeUndefined()
  expect(request).not.toHaveBeenCalled()
  const { target: partly } = shared([priced('b', 0.04)])
  expect(await partly.costInWords(setup)).toBeUndefined()
  const other = { area: 'explore', method: 'GET', path: '/models' } as const
  expect(await partly.costInWords(other)).toBeUndefined()
})
