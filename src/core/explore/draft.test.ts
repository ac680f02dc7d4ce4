import { describe, expect, it } from 'vitest'

import type { ApiOperation, ApiParameter } from '../client/queries/openapi.ts'
import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { memoryText } from '../storage/testing/test-storage.ts'
import {
  changeDraft,
  chooseFiles,
  chooseOperation,
  parameterTexts,
  parameterValue,
  withParameter,
} from './draft.ts'
import { createExplore } from './explore.ts'
import { createExploreShareTarget } from './share-target.ts'

function newExplore() {
  return createExplore(fakeClient(() => jsonResponse({})).client, memoryText())
}

function operation(
  method: ApiOperation['method'],
  path: string,
  change: Partial<ApiOperation> = {},
): ApiOperation {
  return {
    key: `${method} ${path}`,
    method,
    path,
    tag: 'Other',
    summary: '',
    deprecated: false,
    parameters: [],
    bodyRequired: false,
    responses: [],
    answerTypes: [],
    ...change,
  }
}

const models = operation('GET', '/models')

describe('turning to an operation', () => {
  function begin(chosen: ApiOperation) {
    const explore = newExplore()
    chooseOperation(explore, chosen, [models, chosen])
    return explore.draft.getState().draft
  }

  it('begins with the examples of its required parameters and nothing else', () => {
    const parameter = (given: Partial<ApiParameter>): ApiParameter => ({
      name: 'x',
      in: 'query',
      required: true,
      schema: {},
      ...given,
    })
    const chosen = operation('GET', '/wallet/{address}/{chain}', {
      parameters: [
        parameter({ name: 'address', in: 'path', schema: { examples: ['0x a'] } }),
        parameter({ name: 'chain', in: 'path' }),
        parameter({ name: 'limit', schema: { default: 5 } }),
        parameter({ name: 'deep', schema: { default: true } }),
        parameter({ name: 'page', required: false, schema: { default: 1 } }),
      ],
    })
    expect(begin(chosen)).toEqual({
      method: 'GET',
      path: '/wallet/0x%20a/{chain}?limit=5',
      bodyAs: 'json',
      body: '',
      accept: '',
    })
  })

  it('begins with the example of its body, else with what a required body needs', () => {
    const schema = {
      type: 'object',
      required: ['prompt'],
      properties: { prompt: { type: 'string' }, n: { type: 'integer' } },
    } as const
    const body = (change: Partial<ApiOperation>) => {
      const { body: text } = begin(operation('POST', '/image', change))
      return text === '' ? undefined : (JSON.parse(text) as unknown)
    }
    const example = { prompt: 'blue' }
    expect(body({ json: { schema, example } })).toEqual(example)
    expect(body({ json: { schema: { ...schema, examples: [{ n: 2 }] } } })).toEqual({ n: 2 })
    expect(body({ json: { schema }, bodyRequired: true })).toEqual({ prompt: '' })
    expect(body({ json: { schema } })).toBeUndefined()
    expect(body({ bodyRequired: true })).toBeUndefined()
  })

  it('begins as a form only where it can be sent as nothing else', () => {
    const form = { schema: { type: 'object' } } as const
    expect(begin(operation('POST', '/image', { form })).bodyAs).toBe('form')
    expect(begin(operation('POST', '/image', { form, json: form })).bodyAs).toBe('json')
  })

  it('comes back to the call that was begun on it, with its files', () => {
    const explore = newExplore()
    const edit = operation('POST', '/image/edit')
    const all = [models, edit]
    chooseOperation(explore, edit, all)
    changeDraft(explore, { body: '{"prompt":"x"}' })
    chooseFiles(explore, 'image', [new File(['a'], 'cat.png')])
    const begun = explore.draft.getState()
    chooseOperation(explore, models, all)
    expect(explore.draft.getState()).toMatchObject({ draft: { path: '/models' }, files: {} })
    chooseOperation(explore, edit, all)
    expect(explore.draft.getState()).toEqual(begun)
  })

  it('leaves the call alone where it already belongs to the operation', () => {
    const explore = newExplore()
    changeDraft(explore, { path: '/models?type=text' })
    const before = explore.draft.getState()
    chooseOperation(explore, models, [models])
    expect(explore.draft.getState()).toBe(before)
  })
})

it('no files chosen for a field takes the field away and leaves the others', () => {
  const explore = newExplore()
  const cat = new File(['a'], 'cat.png')
  chooseFiles(explore, 'image', [cat])
  chooseFiles(explore, 'mask', [cat])
  chooseFiles(explore, 'image', [])
  expect(explore.draft.getState().files).toEqual({ mask: [cat] })
})

describe('a parameter in a path', () => {
  const inPath: ApiParameter = { name: 'id', in: 'path', required: true, schema: {} }
  const inQuery: ApiParameter = { name: 'tag', in: 'query', required: false, schema: {} }
  const reading = { inPath: { id: '7', other: 'x' }, inQuery: { tag: ['a', 'b'], page: ['1'] } }
  const empty = { inPath: {}, inQuery: {} }

  it('is read from its place', () => {
    expect(parameterTexts(inPath, reading)).toEqual(['7'])
    expect(parameterTexts(inQuery, reading)).toEqual(['a', 'b'])
    expect(parameterTexts(inPath, empty)).toEqual([])
    expect(parameterTexts(inQuery, empty)).toEqual([])
  })

  it('is changed without touching the others', () => {
    expect(withParameter(reading, inPath, 'a/b')).toEqual({
      ...reading,
      inPath: { id: 'a/b', other: 'x' },
    })
    expect(withParameter(reading, inQuery, ['c', 2, true])).toEqual({
      ...reading,
      inQuery: { tag: ['c', '2', 'true'], page: ['1'] },
    })
    expect(withParameter(empty, inQuery, { a: 1 }).inQuery).toEqual({ tag: ['{"a":1}'] })
  })

  it('is taken away by no value, by an empty list, and in the path by an empty text', () => {
    expect(withParameter(reading, inPath, undefined).inPath).toEqual({ other: 'x' })
    expect(withParameter(reading, inPath, '').inPath).toEqual({ other: 'x' })
    expect(withParameter(reading, inQuery, undefined).inQuery).toEqual({ page: ['1'] })
    expect(withParameter(reading, inQuery, []).inQuery).toEqual({ page: ['1'] })
    expect(withParameter(reading, inQuery, '').inQuery).toEqual({ tag: [''], page: ['1'] })
  })

  it.each([
    [{ type: 'integer' }, ['12'], 12],
    [{ type: 'number' }, ['1.5'], 1.5],
    [{ type: 'number' }, ['many'], 'many'],
    [{ type: 'number' }, [' '], ' '],
    [{ type: 'boolean' }, ['true'], true],
    [{ type: 'boolean' }, ['false'], false],
    [{ type: 'boolean' }, ['yes'], 'yes'],
    [{ type: 'string' }, ['12'], '12'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, ['12'], 12],
    [{ type: 'string' }, [], ''],
    [{ type: 'array', items: { type: 'integer' } }, ['1', 'x'], [1, 'x']],
    [{ type: 'array' }, ['1'], ['1']],
    [{ type: 'array' }, [], []],
  ] as const)('by %j stands in the texts %j for %j', (schema, texts, value) => {
    expect(parameterValue({ ...inQuery, schema }, texts)).toEqual(value)
  })
})

describe('a call that is handed on', () => {
  it('has the body where the method sends one, and says when it is a form', () => {
    const explore = newExplore()
    const target = createExploreShareTarget(explore)
    changeDraft(explore, { method: 'POST', path: '/image/edit', bodyAs: 'form', body: '{"n":1}' })
    chooseFiles(explore, 'image', [new File(['a'], 'cat.png')])
    const setup = { area: 'explore', path: '/image/edit', method: 'POST' } as const
    expect(target.current()).toEqual({ ...setup, body: '{"n":1}', form: true })
    changeDraft(explore, { bodyAs: 'json', body: '' })
    expect(target.current()).toEqual(setup)
    changeDraft(explore, { method: 'GET', bodyAs: 'form', body: '{"n":1}' })
    expect(target.current()).toEqual({ ...setup, method: 'GET' })
  })

  it('is put on the screen as it was, without the files that were there', () => {
    const explore = newExplore()
    const target = createExploreShareTarget(explore)
    chooseFiles(explore, 'image', [new File(['a'], 'cat.png')])
    const setup = { area: 'explore', method: 'POST', path: '/image/edit', body: '{}' } as const
    expect(target.apply({ ...setup, form: true }, 'current')).toBe('/explore')
    expect(explore.draft.getState()).toEqual({
      draft: { method: 'POST', path: '/image/edit', body: '{}', bodyAs: 'form', accept: '' },
      files: {},
    })
    target.apply({ area: 'explore', method: 'GET', path: '/models' }, 'new')
    expect(explore.draft.getState().draft).toMatchObject({ body: '', bodyAs: 'json' })
  })

  it('changes nothing when it belongs to another area', async () => {
    const explore = newExplore()
    const target = createExploreShareTarget(explore)
    const before = explore.draft.getState()
    const image = { area: 'image', fields: {} } as const
    target.apply(image, 'current')
    expect(explore.draft.getState()).toBe(before)
    await expect(target.costInWords(image)).resolves.toBeUndefined()
  })

  it('says what sending it does before it is sent', async () => {
    const target = createExploreShareTarget(newExplore())
    const words = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
      target.costInWords({ area: 'explore', method, path })
    await expect(words('POST', '/image/edit')).resolves.toBe('Billed per request.')
    await expect(words('DELETE', '/keys/1')).resolves.toContain('deletes data')
    await expect(words('GET', '/models')).resolves.toBeUndefined()
  })
})
