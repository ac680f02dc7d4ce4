import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { emptyAnswer, type Answer } from '../../../../contract/chat/answer.ts'
import { loadSummaries, summarize } from './conversation-summary.ts'
import type { AnswerMessage } from './conversation.ts'
import { saveChanges, saveMessages } from './conversations.ts'

let count = 0

function answered(conversationId: string, ...answers: Partial<Answer>[]): AnswerMessage {
  count += 1
  return {
    kind: 'answer',
    id: `a${count}`,
    conversationId,
    position: count,
    shown: answers.length - 1,
    versions: answers.map((answer, index) => ({
      id: `${count}-${index}`,
      startedAt: 1,
      model: 'm',
      answer: { ...emptyAnswer, phase: 'finished', ...answer },
    })),
  }
}

const cost = (usd: number) => ({ cost: { usd, diem: 0 } })

test('every response counts, those that were regenerated too, and the last one gives the strip', () => {
  const records = [
    answered('c', { ...cost(0.0002), timing: { ticks: ':..:' } }),
    answered('c', cost(0.1), { ...cost(0.00001), timing: { ticks: '::|' } }),
  ]
  expect(summarize(records)).toEqual({ costMicroUsd: 100_210, model: 'm', ticks: '::|' })
  expect(summarize(records.toReversed())).toEqual({
    costMicroUsd: 100_210,
    model: 'm',
    ticks: '::|',
  })
})

test('the model that responded is named by itself, not as it was asked for', () => {
  expect(summarize([answered('c', { model: 'm-2026' })])).toEqual({ model: 'm-2026' })
})

test('no response, or none that says what it cost, is no cost rather than nothing to pay', () => {
  expect(summarize([])).toEqual({})
  expect(summarize([answered('c', {})])).toEqual({ model: 'm' })
})

test('a conversation is read again once it has changed, as long as a response grows, and while it is open', async () => {
  const conversation = { id: 'd', title: 'd', createdAt: 1, updatedAt: 1, model: 'm', settings: {} }
  const growing = answered('d', { phase: 'streaming' })
  const first = { conversationId: 'd', conversation, saved: [growing], deleted: [] }
  await saveChanges(first, { create: true })
  const load = async (updatedAt: number, openId?: string) =>
    (await loadSummaries([{ id: 'd', updatedAt }], openId)).get('d')
  expect(await load(1)).toEqual({ model: 'm' })
  const ended = answered('d', cost(0.5))
  await saveMessages([{ ...ended, id: growing.id }])
  expect(await load(1)).toEqual({ costMicroUsd: 500_000, model: 'm' })
  await saveMessages([answered('d', cost(0.25))])
  expect(await load(1)).toEqual({ costMicroUsd: 500_000, model: 'm' })
  expect(await load(1, 'd')).toEqual({ costMicroUsd: 750_000, model: 'm' })
  await saveMessages([answered('d', cost(0.25))])
  expect(await load(2)).toEqual({ costMicroUsd: 1_000_000, model: 'm' })
})
