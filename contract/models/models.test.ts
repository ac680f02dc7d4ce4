import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isTextModel, resolveModelId } from './find-model.ts'
import {
  capabilitiesOf,
  constraintsOf,
  contextTokensOf,
  modelName,
  readModels,
  unreadWords,
} from './model.ts'
import { answerCeiling, editPriceOf, priceOf } from './price.ts'

const text = {
  id: 'glm',
  type: 'text',
  context_length: 1_000_000,
  model_spec: {
    name: 'GLM',
    privacy: 'private',
    capabilities: { supportsVision: false, reasoningEffortOptions: ['low'], somethingNew: 1 },
    pricing: {
      input: { usd: 0.7, diem: 0.7 },
      output: { usd: 2.8, diem: 2.8 },
      cache_input: { usd: 0.35 },
      extended: { context_token_threshold: 200_000, input: { usd: 11 }, output: { usd: 41 } },
    },
  },
}
const edit = {
  id: 'edit',
  type: 'inpaint',
  model_spec: {
    constraints: { promptCharacterLimit: 32_768, defaultResolution: '1K', defaultQuality: 'high' },
    pricing: {
      inpaint: { usd: 0.3 },
      resolutions: { '2K': { usd: 0.4 } },
      quality: { '1K': { low: { usd: 0.02 }, high: { usd: 0.27 } } },
    },
  },
}

describe('readModels', () => {
  it('reads models and what they can do and cost', () => {
    const [model, editor] = readModels({ data: [text, edit] })?.models ?? []
    expect(model && modelName(model)).toBe('GLM')
    expect(model && capabilitiesOf(model)).toMatchObject({ supportsVision: false, somethingNew: 1 })
    expect(model && contextTokensOf(model)).toBe(1_000_000)
    expect(model && priceOf(model)).toEqual({
      input: 700_000,
      output: 2_800_000,
      cacheRead: 350_000,
      extended: { input: 11_000_000, output: 41_000_000, aboveTokens: 200_000 },
    })
    expect(editor && constraintsOf(editor).promptCharacterLimit).toBe(32_768)
    expect(editor && priceOf(editor)).toBeUndefined()
  })

  it('keeps an odd entry without the members that are odd', () => {
    const odd = { id: 'a', model_spec: 7, context_length: 4096, type: null, created: '2025-01-01' }
    expect(readModels({ data: [odd, text] })).toEqual({
      models: [{ id: 'a', context_length: 4096 }, text],
      unread: 0,
    })
  })

  it.each([
    // maximhq/bifrost#6711
    ['a bare list', [{ id: 'a/b', type: 'chat' }], [{ id: 'a/b', type: 'chat' }]],
    [
      'the tags of Ollama',
      { models: [{ name: 'llama3:8b', model: 'llama3:8b' }] },
      [{ id: 'llama3:8b', name: 'llama3:8b', model: 'llama3:8b' }],
    ],
    ['plain ids', { data: ['gpt-4o', 'gpt-4o-mini'] }, [{ id: 'gpt-4o' }, { id: 'gpt-4o-mini' }]],
    ['a bare list of plain ids', ['a'], [{ id: 'a' }]],
    ['a list beside a null', { data: null, models: ['a'] }, [{ id: 'a' }]],
    ['an empty list', { object: 'list', data: [] }, []],
  ])('reads %s', (_, body, models) => {
    expect(readModels(body)).toEqual({ models, unread: 0 })
  })

  it('lists an id once and none without one, and counts what it could not read', () => {
    const data = [{ id: 'a', type: 'text' }, { id: 'a' }, { id: '' }, null, 7, '', ['b'], { id: 9 }]
    expect(readModels({ data })).toEqual({ models: [{ id: 'a', type: 'text' }], unread: 6 })
    expect(unreadWords(0)).toBe('')
    expect(unreadWords(1)).toBe(' 1 entry was not understood.')
    expect(unreadWords(6)).toBe(' 6 entries were not understood.')
  })

  it('takes nothing else for a list', () => {
    for (const body of [{ error: 'x' }, { data: {} }, 'a', null, undefined])
      expect(readModels(body)).toBeUndefined()
  })

  it('accounts for every entry, and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (data) => {
        const { models = [], unread = 0 } = readModels({ data }) ?? {}
        expect(models.length + unread).toBeLessThanOrEqual(data.length)
        expect(models.every(({ id }) => id !== '')).toBe(true)
        expect(new Set(models.map(({ id }) => id)).size).toBe(models.length)
      }),
    )
  })
})

describe('isTextModel', () => {
  it('takes the words that other servers have for chat models', () => {
    for (const type of [undefined, 'text', 'code', 'chat', 'language', 'llm', 'vlm', 'base'])
      expect(isTextModel({ id: 'm', ...(type !== undefined && { type }) })).toBe(true)
    for (const type of [
      'image',
      'inpaint',
      'embedding',
      'embeddings',
      'rerank',
      'moderation',
      'tts',
    ])
      expect(isTextModel({ id: 'm', type })).toBe(false)
  })
})

describe('editPriceOf', () => {
  it('prefers the price by quality, then by resolution, then the single one', () => {
    const [, model] = readModels({ data: [text, edit] })?.models ?? []
    const price = (options: Parameters<typeof editPriceOf>[1]) =>
      model && editPriceOf(model, options)
    expect(price({})).toBe(270_000)
    expect(price({ quality: 'low' })).toBe(20_000)
    expect(price({ resolution: '2K', quality: 'low' })).toBe(400_000)
    expect(price({ resolution: '4K' })).toBe(300_000)
    expect(price({ resolution: 'constructor' })).toBe(300_000)
    // What enhancing the prompt costs beside is not known.
    expect(price({ quality: 'low', isEnhanced: true })).toBeUndefined()
  })
})

describe('resolveModelId', () => {
  it('takes an id before a trait before a mapping', () => {
    const known = {
      ids: new Set(['glm', 'fastest']),
      traits: { default: 'glm', fastest: 'x' },
      mapping: { 'gpt-4o': 'glm', default: 'y' },
    }
    expect(resolveModelId('fastest', known)).toEqual({ id: 'fastest', via: 'id' })
    expect(resolveModelId('default', known)).toEqual({ id: 'glm', via: 'trait' })
    expect(resolveModelId('gpt-4o', known)).toEqual({ id: 'glm', via: 'mapping' })
    expect(resolveModelId('constructor', known)).toBeUndefined()
  })
})

describe('the most an answer can cost', () => {
  const model = {
    id: 'm',
    model_spec: { maxCompletionTokens: 1000, pricing: { output: { usd: 2.8 } } },
  }

  it('is the limit of the request, or the model, at the price of output, rounded up', () => {
    expect(answerCeiling(model, {})).toBe(2800)
    expect(answerCeiling(model, { most: 101 })).toBe(283)
    expect(answerCeiling(model, { most: 5000, choices: 3 })).toBe(8400)
  })

  it('is not guessed without a price or a limit', () => {
    expect(answerCeiling({ id: 'm' }, { most: 10 })).toBeUndefined()
    expect(
      answerCeiling({ id: 'm', model_spec: { pricing: { output: { usd: 1 } } } }, {}),
    ).toBeUndefined()
  })
})
