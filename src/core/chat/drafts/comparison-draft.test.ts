import { expect, it } from 'vitest'

import { startComparison } from '../compare/comparison.ts'
import { fakeChat } from '../testing/fake-world.ts'
import { written } from '../testing/records.ts'
import { comparisonDraft, restoreComparison } from './comparison-draft.ts'

const SETUPS = [
  { model: 'a', settings: { seed: 1 } },
  { model: 'b', settings: {}, system: 'Be brief.' },
]

function comparing(draft = '') {
  const { chat } = fakeChat()
  startComparison(chat, SETUPS, { beside: '', draft })
  return chat
}

/** The same after a message was sent to its columns. */
function compared(draft = '') {
  const chat = comparing(draft)
  chat.comparison.setState(({ columns }) => ({
    id: 'run',
    columns: columns.map((column) => ({
      ...column,
      messages: [...column.messages, written({ role: 'user', content: 'Hi' })],
    })),
  }))
  return chat
}

it('loses nothing of a comparison in which nothing was written or changed', () => {
  expect(comparisonDraft(fakeChat().chat)).toBeUndefined()
  expect(comparisonDraft(comparing())).toBeUndefined()
  expect(comparisonDraft(compared())).toBeUndefined()
})

it('brings a comparison that was not run back with its columns and its message', () => {
  const before = comparing('Which is better?')
  before.comparison.setState({ linked: false })
  const draft = comparisonDraft(before)
  expect(draft).toEqual({ draft: 'Which is better?', setups: SETUPS, linked: false })
  const { chat } = fakeChat()
  expect(restoreComparison(chat, draft ?? {})).toBe(true)
  expect(comparisonDraft(chat)).toEqual(draft)
})

it('keeps columns that were set up by hand though no message was written', () => {
  const chat = comparing()
  chat.comparison.setState({ changed: true })
  expect(comparisonDraft(chat)).toEqual({ draft: '', setups: SETUPS, linked: true })
})

it('puts the next message back into the comparison it was written for, and into no other', () => {
  const draft = comparisonDraft(compared('And now?'))
  expect(draft).toEqual({ draft: 'And now?', id: 'run' })
  const same = compared()
  expect(restoreComparison(same, draft ?? {})).toBe(true)
  expect(same.comparison.getState().draft).toBe('And now?')
  const other = comparing()
  expect(restoreComparison(other, draft ?? {})).toBe(true)
  expect(other.comparison.getState().draft).toBe('')
})

it('leaves another message that was written meanwhile, until it is told to go in front of it', () => {
  const draft = { draft: 'before', id: 'run' }
  const chat = compared('after')
  expect(restoreComparison(chat, draft)).toBe(false)
  expect(chat.comparison.getState().draft).toBe('after')
  expect(restoreComparison(chat, draft, { inFront: true })).toBe(true)
  expect(chat.comparison.getState().draft).toBe('before\nafter')
})

it('does not replace a comparison that was run by one that was not', () => {
  const chat = compared()
  expect(restoreComparison(chat, { draft: 'before', setups: [] })).toBe(true)
  expect(chat.comparison.getState()).toMatchObject({ id: 'run', draft: '' })
})
