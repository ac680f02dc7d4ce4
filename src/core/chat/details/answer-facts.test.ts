import { expect, test } from 'vitest'

import { type Answer, emptyAnswer } from '../../../../contract/chat/answer.ts'
import { answerFigures, tokensPerSecond } from './answer-facts.ts'

const answer: Answer = {
  ...emptyAnswer,
  phase: 'finished',
  model: 'sandbox-chat',
  choices: [
    {
      content: 'hi',
      reasoning: '',
      reasoningDetails: [],
      toolCalls: [],
      logprobs: [],
      finishReason: 'stop',
    },
  ],
  usage: { prompt_tokens: 1204, completion_tokens: 212, total_tokens: 1416 },
  cost: { usd: 0.000412, diem: 0 },
  timing: { firstToken: 312, end: 2836 },
}

const texts = (given: Answer, model: string) => answerFigures(given, model).map(({ text }) => text)

test('a streamed answer shows time, speed, tokens, cost and reason', () => {
  expect(texts(answer, 'sandbox-chat')).toEqual([
    '312 ms',
    '2.8 s',
    '84 tok/s',
    '1,204→212',
    '$0.000412',
    'stop',
  ])
})

const shown = (given: Answer) => answerFigures(given, 'm').flatMap(({ short }) => short ?? [])

test('behavior: times by their names, tokens and cost stand in the line, the others with the details', () => {
  expect(shown(answer)).toEqual(['0.31 s first', '2.8 s', '212 tok', '$0.00041'])
})

test.each([
  [0.002105, '$0.0021'],
  [0.0000412, '$0.000041'],
  [1.23456, '$1.23'],
  [0, '$0.00'],
])('%d USD are rounded to %s, never to nothing', (usd, text) => {
  expect(shown({ ...emptyAnswer, cost: { usd, diem: 0 } })).toEqual([text])
})

test.each([
  [4, '4 ms'],
  [190, '0.19 s'],
  [1424, '1.4 s'],
  [9996, '10 s'],
  [185_000, '3 min 5 s'],
])('%d ms are %s in the line', (end, text) => {
  expect(shown({ ...emptyAnswer, timing: { end } })).toEqual([text])
})

test('behavior: an encrypted response is marked in the line', () => {
  const encryption = { provider: 'p' }
  expect(shown({ ...emptyAnswer, encryption })).toEqual(['encrypted'])
})

test('a model other than the one asked for is shown', () => {
  expect(texts(answer, 'default')).toContain('sandbox-chat')
})

test('what was not reported is left out', () => {
  expect(texts({ ...emptyAnswer, timing: { end: 900 } }, 'm')).toEqual(['900 ms'])
})

test('speed needs two tokens and a span of time', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  expect(tokensPerSecond({ usage, timing: { firstToken: 1, end: 500 } })).toBeUndefined()
  expect(tokensPerSecond({ usage, timing: { end: 500 } })).toBeUndefined()
})

test('behavior: no speed is said of a response that came nearly at once', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 712, total_tokens: 713 }
  expect(tokensPerSecond({ usage, timing: { firstToken: 100, end: 146 } })).toBeUndefined()
  expect(tokensPerSecond({ usage, timing: { firstToken: 100, end: 600 } })).toBe(1424)
})

test('a tool call that only has search results is nothing to run', () => {
  const finishOf = (name: string) => {
    const [choice] = answer.choices
    const toolCalls = [{ id: 'call_1', name, arguments: '{}' }]
    const choices =
      choice === undefined ? [] : [{ ...choice, finishReason: 'tool_calls', toolCalls }]
    return answerFigures({ ...answer, choices }, 'm').find(({ text }) => text === 'tool_calls')
  }
  expect(finishOf('web_search_call')?.meaning).toBe(
    'Search results came as a tool call: nothing to run',
  )
  expect(finishOf('weather')?.meaning).toBe('The model requests tool calls')
})
