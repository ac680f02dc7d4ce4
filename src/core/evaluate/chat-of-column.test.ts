import { expect, test } from 'vitest'

import { type Answer, emptyAnswer } from '../../../contract/chat/answer.ts'
import type { CellRecord } from './board.ts'
import { versionOfCell } from './chat-of-column.ts'
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
