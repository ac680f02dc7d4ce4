import { expect, test } from 'vitest'

import { type Answer, emptyAnswer } from '../../../contract/chat/answer.ts'
import { answered, written } from '../chat/testing/records.ts'
import type { CellRecord } from './board.ts'
import { caseOfResponse, versionOfCell } from './chat-of-column.ts'
import { detailsOf, partOf } from './run/run-cell.ts'

const configuration = { model: 'now', connection: { id: 'c', name: 'Team' } }
const record = (more: Partial<CellRecord>): CellRecord => ({
  boardId: 'b',
  caseId: '1',
  configurationId: 'a',
  repeat: 0,
  runId: 'r',
  requestHash: 'h',
  status: 'done',
  startedAt: 5,
  ...more,
})
const choice = { content: 'Paris', reasoning: 'France…', reasoningDetails: [], toolCalls: [] }
const answer: Answer = {
  ...emptyAnswer,
  phase: 'finished',
  choices: [
    { ...choice, logprobs: [], media: [{ kind: 'image', pieces: ['data:image/png;base64,AAAA'] }] },
    { ...choice, logprobs: [], content: 'Another one' },
  ],
  citations: [{ url: 'https://a.example', title: 'A' }],
}
const request = { model: 'then', messages: [], response_format: { type: 'json_object' as const } }

const response = answered({ content: 'Paris', reasoning: 'France …' })

test('behavior: a stored response has all that came with it, and its text only once', () => {
  const details = detailsOf(request, answer)
  expect(JSON.stringify(details)).not.toContain('Paris')
  const response = { text: 'Paris', toolCalls: [], exchangeId: 'e' }
  expect(versionOfCell(record({ response, details }), configuration)).toMatchObject({
    startedAt: 5,
    model: 'then',
    asked: { response_format: { type: 'json_object' } },
    connection: { name: 'Team' },
    exchangeId: 'e',
    answer: { ...answer, choices: [answer.choices[0]] },
  })
})

test('behavior: one that was cut has what had come, its reasoning too', () => {
  const growing: Answer = { ...answer, phase: 'streaming' }
  const part = partOf(request, growing)
  expect(part).toMatchObject({ partial: 'Paris' })
  const phaseOf = (status: CellRecord['status']) =>
    versionOfCell(record({ ...part, status }), configuration).answer.phase
  expect([phaseOf('running'), phaseOf('error')]).toEqual(['streaming', 'cut'])
  expect(partOf(request, emptyAnswer)).toEqual({})
})

test('behavior: one of before that has only its text is shown with that', () => {
  const response = {
    text: 'Paris',
    toolCalls: [{ name: 'look_up', arguments: '{}' }],
    usage: { prompt: 3, completion: 4 },
    duration: 900,
  }
  expect(versionOfCell(record({ response }), configuration)).toMatchObject({
    model: 'now',
    answer: {
      phase: 'finished',
      usage: { total_tokens: 7 },
      timing: { end: 900 },
      choices: [{ content: 'Paris', toolCalls: [{ id: 'call_1', name: 'look_up' }] }],
    },
  })
  expect(versionOfCell(record({ status: 'waiting' }), configuration).answer.choices).toEqual([])
})

const board = { prompt: '{{input}}' }
const system = written({ role: 'system', content: 'Be short.' })
const question = written({ role: 'user', content: 'Capital of France?' })

test('a single question becomes the input, the response what is expected', () => {
  const later = written({ role: 'user', content: 'And of Peru?' })
  expect(caseOfResponse(board, [system, question, response, later], response.id, {})).toEqual({
    variables: { input: 'Capital of France?' },
    expected: 'Paris',
  })
})

test('a board with a prompt of its own gets the messages', () => {
  const other = { prompt: 'Translate: {{input}}' }
  expect(caseOfResponse(other, [system, question, response], response.id, {})).toEqual({
    variables: {},
    messages: [{ role: 'user', content: 'Capital of France?' }],
    expected: 'Paris',
  })
})

test('earlier turns and attachments are sent again, without the system prompt', () => {
  const url = 'data:image/png;base64,AA=='
  const parts = written({
    role: 'user',
    content: [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ],
  })
  const last = answered({ content: 'A dot' })
  const { messages } = caseOfResponse(board, [question, response, parts, last], last.id, {})
  expect(messages).toEqual([
    { role: 'user', content: 'Capital of France?' },
    { role: 'assistant', content: 'Paris' },
    parts.message,
  ])
})

test('variables of the conversation stay variables, with their values', () => {
  const template = written({ role: 'user', content: 'Capital of {{country}}?' })
  const values = { country: 'Peru', unused: '1' }
  expect(caseOfResponse(board, [template, response], response.id, values)).toEqual({
    variables: { country: 'Peru' },
    messages: [{ role: 'user', content: 'Capital of {{country}}?' }],
    expected: 'Paris',
  })
})

test('what a model wrote has no variables', () => {
  const braces = answered({ content: 'Use {{name}}.' })
  const { variables, messages } = caseOfResponse(
    board,
    [question, braces, question, response],
    response.id,
    {},
  )
  expect(variables).toEqual({})
  expect(messages?.[1]?.content).toBe(String.raw`Use \{{name}}.`)
})
