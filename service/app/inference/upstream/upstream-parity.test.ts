import fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  type Answer,
  emptyAnswer,
  withEnd,
  withWholeEnd,
} from '../../../../contract/chat/answer.ts'
import { createEventDecoder } from '../../../../contract/chat/read/event-decoder.ts'
import { readEvent, readWhole, withReadings } from '../../../../contract/chat/read/read-event.ts'
import { HttpError } from '../../http/http-error.ts'
import { deltaChoice, StreamFailure } from '../chat/answer-stream.ts'
import { readUpstream } from './upstream-steps.ts'

/*
 * What no table of servers can hold: whatever bytes a server sends, a client behind the service has the same
 * response as one that asked the server itself.
 */

const context = { providerName: 'vendor', nowMs: 0 }
const bytes = (text: string) => new TextEncoder().encode(text)

const word = fc.constantFrom('', 'a', 'Hello ', '<think>', 'x</think>', '{"a":1}', '日本')
const text = fc.oneof(
  { weight: 6, arbitrary: word },
  word.map((said) => [{ type: 'text', text: said }]),
  word.map((said) => [{ type: 'thinking', thinking: [{ type: 'text', text: said }] }]),
  fc.constantFrom(
    null,
    7,
    [],
    [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
  ),
)
const call = fc.record(
  {
    index: fc.constantFrom(0, 0, 1, 2, -1, null, '1'),
    id: fc.constantFrom('', 'a', 'b', 'c', null, 5),
    type: fc.constantFrom('function', 'builtin_function'),
    function: fc.record(
      {
        name: fc.constantFrom('', 'f', 'g', null),
        arguments: fc.oneof(word, fc.constant({ b: 2 })),
      },
      { requiredKeys: [] },
    ),
    thought_signature: fc.constantFrom('s1', 's2'),
  },
  { requiredKeys: [] },
)
const delta = fc.record(
  {
    content: text,
    reasoning: word,
    reasoning_content: word,
    refusal: fc.constantFrom('', 'No. ', null),
    reasoning_details: fc.constant([{ type: 'reasoning.text', text: 'd' }]),
    tool_calls: fc.array(call, { maxLength: 2 }),
    x_own: fc.constantFrom(1, { a: 'b' }),
    audio: fc.constant({ data: 'UklG', transcript: 't' }),
  },
  { requiredKeys: [] },
)
const choice = fc.record(
  {
    delta,
    finish_reason: fc.constantFrom(null, ''),
    logprobs: fc.constantFrom(null, {
      content: [
        { token: 'a', logprob: -1 },
        { token: 'b', logprob: -2 },
      ],
    }),
  },
  { requiredKeys: ['delta'] },
)
const chunk = fc.record({ choices: fc.array(choice, { maxLength: 1 }) })

/** Of a finished response: how far a stream came before it was cut is told apart elsewhere. */
const stream = fc
  .array(chunk, { minLength: 1, maxLength: 8 })
  .map((chunks) =>
    [...chunks, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }]
      .map((value) => `data: ${JSON.stringify(value)}\n\n`)
      .join(''),
  )
  .map((events) => `${events}data: [DONE]\n\n`)

function direct(body: string): Answer {
  const decoder = createEventDecoder()
  const decoded = decoder.decode(bytes(body))
  const { events, whole } = decoder.end()
  if (whole !== undefined)
    return withWholeEnd(withReadings(emptyAnswer, readWhole(whole, context)).answer)
  const readings = [...decoded, ...events].flatMap((event) => readEvent(event, context))
  return withEnd(withReadings(emptyAnswer, readings).answer)
}

async function behind(body: string): Promise<Answer> {
  const { steps } = await readUpstream(
    new Blob([bytes(body)]).stream(),
    new AbortController().signal,
    { secrets: [] },
  )
  let answer = emptyAnswer
  for await (const ready of steps)
    for (const step of ready) {
      const sent =
        step.kind === 'delta'
          ? deltaChoice(step.choice, step.delta, step.logprob)
          : step.kind === 'finish'
            ? { index: step.choice, delta: {}, finish_reason: step.reason }
            : undefined
      if (sent === undefined) continue
      answer = withReadings(
        answer,
        readEvent({ data: JSON.stringify({ choices: [sent] }) }, context),
      ).answer
    }
  return withEnd(answer)
}

/** What is said: not under which name the reasoning came, nor when the first finish reason did. */
const said = ({ choices }: Answer) =>
  choices.map(({ isReasoningContent: _, finishReason: _reason, ...rest }) => rest)

it('property: a client behind the service has the response that the server gave', async () => {
  await fc.assert(
    fc.asyncProperty(stream, async (body) => {
      const through = await behind(body).catch((error: unknown) => {
        if (error instanceof HttpError || error instanceof StreamFailure) return undefined
        throw error
      })
      if (through === undefined) return
      expect(said(through)).toEqual(said(direct(body)))
    }),
    { numRuns: 2000 },
  )
})

it('property: so it has of a response in one piece', async () => {
  const message = fc
    .tuple(delta, choice)
    .map(([message_, { finish_reason, logprobs }]) =>
      JSON.stringify({ choices: [{ index: 0, message: message_, finish_reason, logprobs }] }),
    )
  await fc.assert(
    fc.asyncProperty(message, async (body) => {
      expect(said(await behind(body))).toEqual(said(direct(body)))
    }),
    { numRuns: 1000 },
  )
})
