import { expect, test } from 'vitest'

import { answered, written } from '../../chat/testing/records.ts'
import { caseOfResponse } from './case-of-response.ts'

const board = { prompt: '{{input}}' }
const system = written({ role: 'system', content: 'Be short.' })
const question = written({ role: 'user', content: 'Capital of France?' })
const response = answered({ content: 'Paris', reasoning: 'France …' })

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
