import { describe, expect, test } from 'vitest'

import { emptyAnswer, type Answer } from '../../../../contract/chat/answer.ts'
import { answerFacts, modelDifference } from './answer-facts.ts'
import { answerNotes } from './answer-notes.ts'

const choice = {
  content: 'hi',
  reasoning: '',
  reasoningDetails: [],
  toolCalls: [],
  logprobs: [],
  finishReason: 'stop',
}
const answer: Answer = { ...emptyAnswer, phase: 'finished', model: 'm', choices: [choice] }
const texts = (given: Answer, version: Parameters<typeof answerNotes>[1]) =>
  answerNotes(given, version).map(({ text }) => text)

describe('the notes under an answer', () => {
  test('are none where all is as asked', () => {
    expect(texts(answer, { model: 'm' })).toEqual([])
    expect(texts(answer, { model: 'm:enable_web_search=on' })).toEqual([])
  })

  test('say which choice is truncated or filtered', () => {
    const choices = [
      { ...choice, finishReason: 'length' },
      { ...choice, finishReason: 'content_filter' },
    ]
    const [first, second] = texts({ ...answer, choices }, { model: 'm' })
    expect(first).toContain('Choice 1 was truncated')
    expect(second).toContain('Choice 2 was stopped by a content filter')
  })

  test('compare what was asked for, in the object or as suffix, with what was in force', () => {
    const echo = {
      enable_web_search: 'off',
      disable_thinking: false,
      strip_thinking_response: true,
    }
    expect(
      texts(
        { ...answer, echo },
        {
          model: 'm:enable_web_search=on',
          asked: { vendor_parameters: { disable_thinking: true, strip_thinking_response: true } },
        },
      ),
    ).toEqual([
      'disable_thinking: requested true, applied false.',
      'enable_web_search: requested "on", applied "off".',
    ])
  })

  test.each([
    ['trait=default', '"default" is a trait. It currently resolves to m.'],
    ['mapping=gpt-4o', '"gpt-4o" is another provider\'s model ID, mapped to m.'],
    ['fallback=m', 'default was unavailable. m is one of your fallbacks.'],
    [undefined, 'Requested default, but the API used m.'],
  ])('explain another model by %s', (router, text) => {
    const served = router === undefined ? {} : { served: { router } }
    const given = { ...answer, ...served }
    expect(modelDifference(given, 'default')).toBe(text)
    expect(texts(given, { model: 'default' })).toEqual(router === 'fallback=m' ? [text] : [])
  })

  test.each([
    ['gpt-4o', 'gpt-4o-2024-08-06', []],
    ['gpt-4o', 'gpt-3.5', ['Requested gpt-4o, but the API used gpt-3.5.']],
    ['fastest', 'gpt-3.5', []],
  ])('warn of another model than the id %s when %s answers', (asked, model, expected) => {
    expect(texts({ ...answer, model }, { model: asked })).toEqual(expected)
  })

  test('tell of a deprecation', () => {
    const served = { deprecation: 'Use m2.', deprecationDate: '2026-12-01T00:00:00Z' }
    expect(texts({ ...answer, served }, { model: 'm' })).toEqual([
      'The model is deprecated (2026-12-01). Use m2.',
    ])
  })
})

test('the details split the usage into every part that was reported', () => {
  const usage = {
    prompt_tokens: 1204,
    completion_tokens: 212,
    total_tokens: 1416,
    prompt_tokens_details: { cached_tokens: 1024, cache_creation_input_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 100, audio_tokens: 12, brand_new_tokens: 1 },
  }
  const [tokens] = answerFacts({ ...answer, usage }, { model: 'm' })
  expect(tokens?.facts.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'Prompt 1,204',
    'cache read 1,024',
    'cache write 64',
    'Completion 212',
    'reasoning 100',
    'audio 12',
    'brand_new_tokens 1',
    'Total 1,416',
  ])
})
