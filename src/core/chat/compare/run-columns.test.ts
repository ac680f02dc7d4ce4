import { describe, expect, test } from 'vitest'

import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import { stopAndSettle, stopRuns } from '../responses/runs.ts'
import { fakeChat, settled, type FakeChat, type Fault } from '../testing/fake-world.ts'
import { lastVersion, systemOf, withSystem } from './columns.ts'
import {
  addColumn,
  markUnsaved,
  openComparison,
  removeColumn,
  startComparison,
  updateColumn,
  updateLinked,
} from './comparison.ts'
import { runColumnAgain, runColumns } from './run-columns.ts'

const setups = [
  { model: 'one', settings: { stream: true } },
  { model: 'two', settings: { stream: true }, system: 'Be terse.' },
]

function comparing(faults: readonly Fault[] = []): FakeChat {
  const fake = fakeChat({ faults })
  startComparison(fake.chat, setups, { beside: '' })
  return fake
}

const run = ({ chat }: FakeChat) => runColumns(chat, 'Hello?')
const liveIds = ({ chat }: FakeChat) => Object.keys(chat.runs.getState().live)
const columns = ({ chat }: FakeChat) => chat.comparison.getState().columns
const idAt = (fake: FakeChat, at: number) => columns(fake)[at]?.conversation.id ?? ''

/** What the columns end with. */
const answers = (fake: FakeChat) =>
  columns(fake).map((column) => {
    const { phase, choices } = lastVersion(column)?.answer ?? {}
    return [phase, choices?.[0]?.content ?? '']
  })

/** Nothing stays open, nothing is counted that was not sent, and nothing that was written is lost. */
async function expectAllInOrder(fake: FakeChat): Promise<void> {
  const { chat, client, sent, locks, conversations, messages, reported } = fake
  expect(liveIds(fake)).toEqual([])
  const exchanges = Object.values(client.exchanges.store.getState().byId)
  expect(exchanges.filter(({ outcome }) => outcome === 'open')).toEqual([])
  expect(exchanges.filter(({ unsent }) => unsent !== true).length).toBeLessThanOrEqual(sent.length)
  expect(spendLimitsOf(client).log.getState().log?.open ?? []).toEqual([])
  expect([...locks]).toEqual([])
  expect(reported).toEqual([])
  // Whatever could not be stored is stored once it can be.
  chat.writer.retryUnsaved()
  await settled()
  markUnsaved(chat)
  expect(chat.comparison.getState()).toMatchObject({ unsaved: false, deleted: [] })
  for (const { conversation, messages: shown } of columns(fake)) {
    expect(conversations.get(conversation.id)).toEqual(conversation)
    const stored = [...messages.values()]
      .filter(({ conversationId }) => conversationId === conversation.id)
      .toSorted((a, b) => a.position - b.position)
    expect(stored).toEqual(shown)
    expect(shown.filter(({ kind }) => kind === 'written').at(-1)).toMatchObject({
      message: { role: 'user', content: 'Hello?' },
    })
  }
}

/** Every call of a message that is sent to two columns and answered, in order. */
async function callsOfComparing(): Promise<FakeChat['calls']> {
  const fake = comparing()
  run(fake)
  await settled()
  return fake.calls
}
const calls = await callsOfComparing()

describe('a message to every column', () => {
  test('is answered and stored, to each with its own setup', async () => {
    const fake = comparing()
    expect(run(fake)).toEqual([])
    expect(liveIds(fake)).toHaveLength(2)
    await settled()
    expect(answers(fake)).toEqual([
      ['finished', 'Hello'],
      ['finished', 'Hello'],
    ])
    expect(fake.sent.map((body): unknown => JSON.parse(body))).toMatchObject([
      { model: 'one', messages: [{ role: 'user' }] },
      { model: 'two', messages: [{ role: 'system' }, { role: 'user' }] },
    ])
    await expectAllInOrder(fake)
  })

  test.each(calls)('survives that $call no. $n throws', async (call) => {
    const fake = comparing([{ ...call, how: 'throws' }])
    expect(run(fake)).toEqual([])
    await settled()
    fake.mend()
    await expectAllInOrder(fake)
  })

  test.each(calls)('survives that $call no. $n comes late', async (call) => {
    const fake = comparing([{ ...call, how: 'late' }])
    run(fake)
    await settled()
    fake.release()
    await settled()
    expect(answers(fake)).toEqual([
      ['finished', 'Hello'],
      ['finished', 'Hello'],
    ])
    await expectAllInOrder(fake)
  })

  test.each(calls)('can be stopped in all columns at $call no. $n', async (call) => {
    const stop: Fault = {
      ...call,
      how: ({ chat }) => stopRuns(chat.runs.getState(), Object.keys(chat.runs.getState().live)),
    }
    const fake = comparing([stop])
    run(fake)
    await settled()
    for (const [phase] of answers(fake)) expect(phase).toMatch(/^(?:stopped|finished)$/)
    await expectAllInOrder(fake)
  })

  test.each(calls)('is whole when it is left and opened again at $call no. $n', async (call) => {
    let id = ''
    const leave: Fault = {
      ...call,
      how: ({ chat }) => {
        id = chat.comparison.getState().id
        startComparison(chat, setups, { beside: '' })
        void openComparison(chat, id)
      },
    }
    const fake = comparing([leave])
    run(fake)
    await settled()
    await openComparison(fake.chat, id)
    await settled()
    expect(answers(fake)).toEqual([
      ['finished', 'Hello'],
      ['finished', 'Hello'],
    ])
    await expectAllInOrder(fake)
  })

  test('error: goes nowhere when one column cannot send it', async () => {
    const fake = comparing()
    updateColumn(fake.chat, idAt(fake, 1), (column) => ({
      ...column,
      conversation: { ...column.conversation, settings: { temperature: 9 } },
    }))
    expect(run(fake)[0]).toMatch(/^Column 2: /)
    await settled()
    expect(fake.sent).toEqual([])
    expect(columns(fake).map(({ messages }) => messages.length)).toEqual([0, 1])
  })

  test('behavior: is refused while a column still answers, so that the form keeps it', async () => {
    const fake = comparing([{ call: 'body', n: 1, how: 'late' }])
    run(fake)
    await settled()
    expect(run(fake)).toEqual(['A response is still streaming, so nothing was sent.'])
    fake.release()
    await settled()
    expect(fake.sent).toHaveLength(2)
    await expectAllInOrder(fake)
  })

  test('behavior: is refused where all columns were deleted, so that the form keeps it', () => {
    const { chat } = comparing()
    chat.comparison.setState(({ columns: all }) => ({
      deleted: all.map(({ conversation }) => conversation.id),
    }))
    expect(runColumns(chat, 'Hello?')).toEqual(['All columns were deleted, so nothing was sent.'])
  })
})

test('behavior: a comparison that cannot be stored is shown whole when it is left and opened again', async () => {
  const faults = Array.from({ length: 40 }, (_, at): Fault => ({
    call: 'saveChanges',
    n: at + 1,
    how: 'throws',
  }))
  const fake = comparing(faults)
  const { id } = fake.chat.comparison.getState()
  run(fake)
  await settled()
  expect(fake.chat.comparison.getState().unsaved).toBe(true)
  startComparison(fake.chat, setups, { beside: '' })
  await openComparison(fake.chat, id)
  expect(fake.chat.comparison.getState()).toMatchObject({ status: 'ready', unsaved: true })
  expect(answers(fake)).toEqual([
    ['finished', 'Hello'],
    ['finished', 'Hello'],
  ])
  fake.mend()
  await expectAllInOrder(fake)
})

describe('a column', () => {
  test('behavior: run again starts from what it is now', async () => {
    const fake = comparing()
    run(fake)
    await settled()
    const id = idAt(fake, 0)
    expect(runColumnAgain(fake.chat, id)).toEqual([])
    expect(runColumnAgain(fake.chat, id)).toEqual([])
    await settled()
    const last = columns(fake)[0]?.messages.at(-1)
    expect(last).toMatchObject({ shown: 1, versions: [{}, { answer: { phase: 'finished' } }] })
    expect(fake.sent).toHaveLength(3)
    await expectAllInOrder(fake)
  })

  test('behavior: has one system message after a reload, the last that was written', async () => {
    const fake = comparing()
    run(fake)
    await settled()
    const { chat } = fake
    const { id } = chat.comparison.getState()
    for (const text of ['Be', 'Be kind.'])
      updateColumn(chat, idAt(fake, 1), (column) => withSystem(chat.client.world, column, text))
    updateLinked(chat, idAt(fake, 0), (column) => ({
      ...column,
      conversation: { ...column.conversation, settings: { stream: true, seed: 1 } },
    }))
    await settled()
    startComparison(chat, setups, { beside: '' })
    await openComparison(chat, id)
    expect(columns(fake).map((column) => [systemOf(column), column.messages.length])).toEqual([
      ['', 2],
      ['Be kind.', 3],
    ])
    updateColumn(chat, idAt(fake, 1), (column) => withSystem(chat.client.world, column, ''))
    await settled()
    expect(columns(fake)[1]?.messages).toHaveLength(2)
    await expectAllInOrder(fake)
  })

  test('behavior: put back after it was removed while it answered is not answering any more', async () => {
    const fake = comparing([{ call: 'body', n: 3, how: 'late' }])
    run(fake)
    await settled()
    await stopAndSettle(fake.chat.runs, liveIds(fake))
    const putBack = removeColumn(fake.chat, idAt(fake, 0))
    addColumn(fake.chat)
    expect(columns(fake)).toHaveLength(2)
    putBack()
    expect(columns(fake)).toHaveLength(3)
    expect(answers(fake)[0]?.[0]).toMatch(/^(?:stopped|finished)$/)
    fake.release()
    await settled()
    expect(liveIds(fake)).toEqual([])
  })
})

test('behavior: columns send the headers of the setup they were begun with, again too', async () => {
  const fake = fakeChat()
  const headers: [string, string][] = [['X-Team', 'blue']]
  startComparison(
    fake.chat,
    setups.map((setup) => ({ ...setup, headers })),
    { beside: '' },
  )
  addColumn(fake.chat)
  run(fake)
  await settled()
  runColumnAgain(fake.chat, idAt(fake, 0))
  await settled()
  const exchanges = Object.values(fake.client.exchanges.store.getState().byId)
  const team = exchanges.map(
    ({ request }) => request.headers.find(([name]) => name === 'X-Team')?.[1],
  )
  expect(team).toEqual(['blue', 'blue', 'blue', 'blue'])
})
