import { describe, expect, it } from 'vitest'

import type { Model } from '../../../contract/models/model.ts'
import { readApiDescription } from '../client/queries/openapi.ts'
import { hasPrompt, lacksEdits, validateForm } from './form.ts'

const tall: Model = {
  id: 'tall',
  model_spec: {
    constraints: { promptCharacterLimit: 500, aspectRatios: ['auto', '9:16'], resolutions: ['1K'] },
  },
}

const messages = (fields: Parameters<typeof validateForm>[0], model?: Model) =>
  validateForm(fields, model).map(({ message }) => message)

describe('validateForm', () => {
  it('does not shout about a prompt that is not written yet', () => {
    expect(messages({})).toEqual([])
    expect(hasPrompt({})).toBe(false)
    expect(hasPrompt({ prompt: 'x' })).toBe(true)
  })

  it.each([
    [{ prompt: 'x'.repeat(32_768) }, 0],
    [{ prompt: 'x'.repeat(32_769) }, 1],
    [{ resolution: 'x'.repeat(10) }, 0],
    [{ resolution: 'x'.repeat(11) }, 1],
    [{ aspect_ratio: '4:3' }, 1],
    [{ safe_mode: 'yes' }, 1],
    [{ model: '' }, 1],
    [{ quality: 'best' }, 1],
    [{ seed: 7 }, 0],
  ])('validates %j by the contract', (fields, count) => {
    expect(messages(fields)).toHaveLength(count)
  })

  it('validates by what the model takes, where the list tells', () => {
    expect(messages({ prompt: 'x'.repeat(500) }, tall)).toEqual([])
    expect(messages({ prompt: 'x'.repeat(501) }, tall)).toEqual([
      'prompt is a string of 501 characters, but may have at most 500 characters for tall.',
    ])
    expect(messages({ aspect_ratio: '1:1', resolution: '2K' }, tall)).toEqual([
      'aspect_ratio is "1:1", but must be one of auto, 9:16 for tall.',
      'resolution is "2K", but must be one of 1K for tall.',
    ])
  })
})

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
