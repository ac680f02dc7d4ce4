import { expect, it } from 'vitest'

import { cellKey, type Case, type CellRecord, type Configuration } from '../board.ts'
import { requestOfCell } from './request-of-cell.ts'

const board = { prompt: 'Capital of {{input}}?' }
const row: Case = { id: 'case', variables: { input: 'France' } }
const configuration: Configuration = { id: 'a', model: 'm', settings: { temperature: 0 } }
const place = { case: row, configuration, repeat: 0 }
const c = { id: 'c', baseUrl: 'http://127.0.0.1:1/v1' }

const requestOf = (...given: Parameters<typeof requestOfCell>) => {
  const reading = requestOfCell(...given)
  if (!reading.ok) throw new Error(reading.issues.map(({ message }) => message).join())
  return reading
}
const hash = (...given: Parameters<typeof requestOfCell>) => requestOf(...given).hash

it('sends the prompt of the board with the variables of the case', () => {
  const system = 'Answer about {{input}} in one word.'
  expect(
    requestOf(board, { ...place, configuration: { ...configuration, system } }, c).request,
  ).toEqual({
    model: 'm',
    stream: true,
    temperature: 0,
    messages: [
      { role: 'system', content: 'Answer about France in one word.' },
      { role: 'user', content: 'Capital of France?' },
    ],
  })
})

it('sends the messages of a case instead of the prompt, and does not stream where the settings say so', () => {
  const messages = [
    { role: 'user' as const, content: 'Hi from {{input}}' },
    { role: 'assistant' as const, content: 'Hello' },
    { role: 'user' as const, content: [{ type: 'text' as const, text: 'In {{input}}?' }] },
  ]
  const plain = { ...configuration, settings: { stream: false }, system: '' }
  const { request } = requestOf(
    board,
    { ...place, case: { ...row, messages }, configuration: plain },
    c,
  )
  expect(request).toEqual({
    model: 'm',
    stream: false,
    messages: [
      { role: 'user', content: 'Hi from France' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: [{ type: 'text', text: 'In France?' }] },
    ],
  })
})

it('never fills in what a value holds', () => {
  const sly = { ...row, variables: { input: '{{secret}}', secret: 'no' } }
  expect(requestOf(board, { ...place, case: sly }, c).request.messages[0]?.content).toBe(
    'Capital of {{secret}}?',
  )
})

it('says what is missing or wrong, instead of a request', () => {
  const missing = requestOfCell(board, { ...place, case: { ...row, variables: {} } }, c)
  expect(missing).toMatchObject({ ok: false, issues: [{ message: /variable input/ }] })
  const hot = { ...configuration, settings: { temperature: 9 } }
  expect(requestOfCell(board, { ...place, configuration: hot }, c)).toMatchObject({
    ok: false,
    issues: [{ path: ['temperature'] }],
  })
})

it('has the same hash for the same request, whatever the order of its settings', () => {
  const one = { ...configuration, settings: { temperature: 0, top_k: 3 } }
  const other = { ...configuration, id: 'b', settings: { top_k: 3, temperature: 0 } }
  expect(hash(board, { ...place, configuration: one }, c)).toBe(
    hash(board, { ...place, configuration: other }, c),
  )
})

it('has another hash for another message, setting, header or connection', () => {
  const hashes = [
    hash(board, place, c),
    hash(board, place, { ...c, id: 'd' }),
    // The connection was pointed elsewhere since.
    hash(board, place, { ...c, baseUrl: 'http://127.0.0.1:2/v1' }),
    hash({ ...board, prompt: 'Capital of {{input}}!' }, place, c),
    hash(board, { ...place, configuration: { ...configuration, model: 'n' } }, c),
    hash(board, { ...place, configuration: { ...configuration, settings: {} } }, c),
    hash(board, { ...place, configuration: { ...configuration, headers: [['x-a', '1']] } }, c),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})

it('sends what was said before in its own column, and fills in nothing of what the model wrote', () => {
  const follow: Case = { id: 'b', variables: {}, messages: [{ role: 'user', content: 'Why?' }] }
  const of = (more: Partial<CellRecord>): CellRecord => ({
    boardId: 'board',
    caseId: 'case',
    configurationId: 'a',
    repeat: 0,
    runId: 'r',
    requestHash: 'h',
    status: 'done',
    startedAt: 1,
    ...more,
  })
  const sent = (record: CellRecord | undefined) =>
    requestOf(
      board,
      { ...place, case: follow, before: [row] },
      c,
      new Map(record && [[cellKey(record), record]]),
    ).request.messages.map(({ content }) => content)
  const response = { text: 'Paris, {{input}}', toolCalls: [] }
  expect(sent(of({ response }))).toEqual(['Capital of France?', 'Paris, {{input}}', 'Why?'])
  expect(sent(of({ status: 'error', partial: 'Par' }))).toEqual([
    'Capital of France?',
    'Par',
    'Why?',
  ])
  expect(sent(of({ status: 'error' }))).toEqual(['Capital of France?', 'Why?'])
  expect(sent(undefined)).toEqual(['Why?'])
})
