import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { wireBody } from '../../../../contract/provider-name.ts'
import { withEvents } from '../../client/stream/answer-events.ts'
import type { AnswerMessage } from '../../storage/conversations/conversation.ts'
import { answered, written } from '../testing/records.ts'
import { readRequest } from './request-body.ts'

const draft = { model: 'm', settings: {} }
const question = written({ role: 'user', content: 'Hi' })

/** The messages that would be sent, as the text of the body. */
function sentText(messages: Parameters<typeof readRequest>[0]['messages'], variables = {}) {
  const reading = readRequest({ ...draft, messages, variables })
  if (!reading.ok) throw new Error(reading.issues.map(({ message }) => message).join('; '))
  return JSON.stringify(wireBody(JSON.parse(JSON.stringify(reading.request)), 'vendor'))
}

describe('reasoning details', () => {
  const record = fc
    .tuple(fc.string(), fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }))
    .map(([type, rest]) => ({ ...rest, type }))

  it('go back byte for byte as they came over the stream', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (details) => {
        // What came is what a service wrote: the same text must be in what is sent.
        const came = details.map((detail) => JSON.stringify(detail))
        const events = came.map((text) => ({
          at: 1,
          data: `{"choices":[{"index":0,"delta":{"content":"x","reasoning_details":[${text}]}}]}`,
        }))
        const context = { providerName: 'vendor', nowMs: 0 }
        const { answer } = withEvents(emptyAnswer, events, context)
        const base = answered({})
        const stored = structuredClone<AnswerMessage>({
          ...base,
          versions: [{ id: 'v', startedAt: 1, model: 'm', answer }],
        })
        expect(sentText([question, stored, question])).toContain(
          `"reasoning_details":[${came.join(',')}]`,
        )
      }),
    )
  })
})

describe('readRequest', () => {
  it('sends variables replaced, and never those that a model wrote', () => {
    const text = sentText(
      [
        written({ role: 'system', content: 'Be {{tone}}.' }),
        question,
        answered({ content: 'Use {{tone}}' }),
        question,
      ],
      { tone: 'terse' },
    )
    expect(text).toContain('Be terse.')
    expect(text).toContain('Use {{tone}}')
  })

  it('names a variable without a value instead of sending', () => {
    const reading = readRequest({
      ...draft,
      messages: [written({ role: 'user', content: 'In {{city}}' })],
    })
    expect(reading.ok ? [] : reading.issues.map(({ message }) => message)).toEqual([
      'No value for variable city. Enter one under Variables, or escape it as \\{{city}}.',
    ])
  })

  it('waits for the results of tool calls', () => {
    const asking = answered({ toolCalls: [{ id: 'a', name: 'f', arguments: '{}' }] })
    expect(readRequest({ ...draft, messages: [question, asking] }).ok).toBe(false)
    const result = written({ role: 'tool', tool_call_id: 'a', content: '1' })
    expect(readRequest({ ...draft, messages: [question, asking, result] }).ok).toBe(true)
  })

  it('keeps search results in the guise of a call here', () => {
    const toolCalls = [{ id: 's', name: 'vendor_web_search_documents', arguments: '{}' }]
    expect(sentText([question, answered({ content: 'Found', toolCalls }), question])).not.toContain(
      'tool_calls',
    )
  })
})

describe('a conversation without a model', () => {
  it('is told to choose one, not that a field is an empty string', () => {
    const reading = readRequest({ ...draft, model: '', messages: [question] })
    expect(reading.ok ? [] : reading.issues.map(({ message }) => message)).toEqual([
      'No model is chosen. Choose one, or enter its ID.',
    ])
  })
})

describe('members that are not known here', () => {
  const names = fc.stringMatching(/^x_[a-z_]{1,12}$/)
  const members = fc.dictionary(names, fc.jsonValue(), { minKeys: 1, maxKeys: 4 })
  const unknown = fc.record({ message: members, call: members, function: members })

  /** A response of a model, as its server streamed it. */
  function received(model: string, own: { message: object; call: object; function: object }) {
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      ...own.call,
      function: { name: 'f', arguments: '{}', ...own.function },
    }
    const details = [{ type: 'reasoning.encrypted', data: 'signed-by-its-model' }]
    const delta = { content: 'x', reasoning_details: details, tool_calls: [call], ...own.message }
    const chunk = { choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] }
    const events = [{ at: 1, data: JSON.stringify(chunk) }]
    const context = { providerName: 'vendor', nowMs: 0 }
    const { answer } = withEvents(emptyAnswer, events, context)
    return structuredClone<AnswerMessage>({
      ...answered({}),
      versions: [{ id: 'v', startedAt: 1, model, answer }],
    })
  }
  const result = written({ role: 'tool', content: 'done', tool_call_id: 'call_1' })
  const isEmpty = (value: unknown) => value === null || value === '' || value === undefined

  it('go back byte for byte to the model that made them, and never to another', () => {
    // To make members up takes far longer than to send them: conversations draw from these.
    const answers = fc.sample(unknown, 500).map((own) => {
      const came = Object.entries(own.message).filter(([, value]) => !isEmpty(value))
      const members = [...came, ...Object.entries({ ...own.call, ...own.function })]
      const answer = received('m', own)
      const connection = { id: 'one', name: 'One', baseUrl: 'https://one.example/v1' }
      const versions = answer.versions.map((version) => ({ ...version, connection }))
      return {
        answer,
        ofAnotherModel: received('another', own),
        ofAnotherServer: { ...answer, versions },
        written: [
          ...members.map(([name, value]) => JSON.stringify({ [name]: value }).slice(1, -1)),
          'signed-by-its-model',
        ],
      }
    })
    /** The responses of a conversation as they are sent. */
    const sent = (responses: readonly AnswerMessage[], baseUrl?: string) => {
      const messages = responses.flatMap((answer) => [question, answer, result])
      const reading = readRequest({ ...draft, messages, baseUrl })
      if (!reading.ok) throw new Error(reading.issues.map(({ message }) => message).join('; '))
      return reading.request.messages
        .filter(({ role }) => role === 'assistant')
        .map((message) => JSON.stringify(message))
    }
    let members = 0
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 3 }),
        (conversation) => {
          const back = sent(conversation.map(({ answer }) => answer))
          const missing = conversation.flatMap(({ written: own }, at) =>
            own.filter((text) => back[at]?.includes(text) !== true),
          )
          for (const { written: own } of conversation) members += own.length
          const others = sent(
            conversation.map((one, at) => (at % 2 ? one.ofAnotherModel : one.ofAnotherServer)),
            'https://two.example/v1',
          )
          const wrong = others.filter(
            (text) => /"x_|signed-by-its-model/.test(text) || !text.includes('"arguments":"{}"'),
          )
          // One comparison: ten thousand conversations have time for no more.
          expect([missing, wrong, others.length]).toEqual([[], [], conversation.length])
        },
      ),
      { numRuns: 10_000 },
    )
    expect(members).toBeGreaterThan(50_000)
  })

  it('annotations go back whole when they come in pieces, and none when there are none', () => {
    const piece = (title: string) => ({
      type: 'url_citation',
      url_citation: { url: 'https://x.example/', title },
    })
    const events = [[piece('a')], [], [piece('b'), piece('a')]].map((annotations, at) => ({
      at,
      data: JSON.stringify({ choices: [{ index: 0, delta: { content: 'x', annotations } }] }),
    }))
    const textOf = (part: typeof events) => {
      const { answer } = withEvents(emptyAnswer, part, { providerName: 'vendor', nowMs: 0 })
      const version = { id: 'v', startedAt: 1, model: 'm', answer }
      return sentText([question, { ...answered({}), versions: [version] }, question])
    }
    expect(textOf(events)).toContain(
      JSON.stringify({ annotations: [piece('a'), piece('b'), piece('a')] }).slice(1, -1),
    )
    expect(textOf(events.slice(1, 2))).not.toContain('annotations')
  })
})
