import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'

import { emptyAnswer, type Answer } from '../../../../contract/chat/answer.ts'
import { answered } from '../testing/records.ts'
import { canContinue, continuedStore } from './send-messages.ts'

const answerOf = (choice: Parameters<typeof answered>[0]): Answer =>
  answered(choice).versions[0]?.answer ?? emptyAnswer

describe('canContinue', () => {
  it('is for text that was cut, stopped or ended by the limit', () => {
    expect(canContinue(answerOf({ content: 'a', finishReason: 'length' }))).toBe(true)
    expect(canContinue({ ...answerOf({ content: 'a' }), phase: 'cut' })).toBe(true)
    expect(canContinue(answerOf({ content: 'a' }))).toBe(false)
    expect(canContinue(answerOf({ content: '', finishReason: 'length' }))).toBe(false)
    const toolCalls = [{ id: 'a', name: 'f', arguments: '{"' }]
    expect(canContinue(answerOf({ content: 'a', finishReason: 'length', toolCalls }))).toBe(false)
  })
})

it('shows the start at once and joins what comes', () => {
  const end = createStore<Answer>(() => emptyAnswer)
  const [start] = answerOf({ content: 'One, ', reasoning: 'Counting.' }).choices
  if (start === undefined) throw new Error('there is a choice')
  const store = continuedStore(start, end)
  const text = () => store.getState().choices[0]?.content
  expect(text()).toBe('One, ')
  const [more] = answerOf({ content: 'two' }).choices
  end.setState({ choices: more === undefined ? [] : [more], phase: 'finished' })
  expect(text()).toBe('One, two')
  expect(store.getState().choices[0]?.reasoning).toBe('Counting.')
  expect(store.getState().phase).toBe('finished')
})
