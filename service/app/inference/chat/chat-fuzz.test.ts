import { appendFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { ROLES } from '../../../../contract/chat/messages.ts'
import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import { vendorFields } from '../../../../contract/chat/request/vendor-parameters.ts'
import {
  chatCompletionChunkSchema,
  chatCompletionSchema,
} from '../../../../contract/chat/response.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import { anyCharacter } from '../../../testing/fuzz/arbitraries.ts'
import { serviceWithoutPort } from '../../../testing/service-without-port.ts'

/** The suite runs a thousand; FUZZ_RUNS=10000 asks for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1000)
/** Where a bench wants the figures, as a line of JSON. */
const FIGURES = process.env['FUZZ_FIGURES']
const DEADLINE_MS = 60_000

const MODELS = [
  'sandbox-chat',
  'sandbox-fast',
  'sandbox-large',
  'sandbox-vision',
  'sandbox-vision-single',
  'sandbox-media',
  'sandbox-reasoning',
  'sandbox-think-tags',
  'sandbox-pro',
  'sandbox-busy',
  'sandbox-slow',
  'sandbox-retired',
  'default',
  'gpt-4o',
  'sandbox-chat:enable_web_search=on&character_slug=ada',
  'sandbox-chat:x=%zz:enable_web_citations=true',
]

const junk = fc.jsonValue({ maxDepth: 3 })
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', '\r\ndata: [DONE]\n\n', '<think>', '\u2028', '[REF]0[/REF]', '__proto__'),
)
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1, 2, 3, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER),
)

const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text, cache_control: fc.constant({ type: 'ephemeral' }) }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: text }) }),
  fc.record({
    type: fc.constantFrom('text', 'image_url', 'input_audio', 'video_url', 'file'),
    text,
    image_url: fc.constant({ url: 'data:image/png;base64,AAAA' }),
    input_audio: fc.record({ data: fc.base64String(), format: fc.constantFrom('wav', 'x') }),
    video_url: fc.constant({ url: 'data:video/mp4;base64,AAAA' }),
    file: fc.record({ file_data: fc.constant('data:text/plain,hello'), filename: text }),
  }),
)

const call = fc.record({ id: text, function: fc.record({ name: text, arguments: text }) })

const message = fc.record(
  {
    role: fc.constantFrom(...ROLES),
    content: fc.oneof(text, fc.array(part, { maxLength: 3 }), junk),
    name: fc.oneof(text, fc.constant(null)),
    tool_call_id: text,
    tool_calls: fc.array(call, { maxLength: 2 }),
    reasoning_content: text,
    reasoning_details: fc.array(fc.record({ type: text, format: fc.constant('sandbox-v1') }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['role', 'content'] },
)

const someText = fc.string({ unit: anyCharacter, minLength: 1 })
const validMessage = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'system', 'developer', 'assistant'), content: text }),
  fc.record({
    role: fc.constantFrom('user', 'system'),
    content: fc.array(
      fc.record(
        {
          type: fc.constant('text'),
          text: someText,
          cache_control: fc.constant({ type: 'ephemeral' }),
        },
        { requiredKeys: ['type', 'text'] },
      ),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    role: fc.constant('assistant'),
    tool_calls: fc.array(call, { minLength: 1, maxLength: 2 }),
    reasoning_details: fc.array(fc.record({ type: text, format: fc.constant('sandbox-v1') })),
  }),
  fc.record({ role: fc.constant('tool'), content: text, tool_call_id: text }),
)

const schema = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom({ type: 'string' }, { type: 'integer', minimum: 3 }, { $ref: '#' }, true),
    fc.record({ type: fc.constant('array'), items: tie('node'), minItems: number }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(text, tie('node'), { maxKeys: 3 }),
      required: fc.array(text, { maxLength: 2 }),
    }),
    fc.record({ anyOf: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('node'), { maxLength: 3 }) }),
  ),
})).node

const tool = fc.record({
  type: fc.constant('function'),
  function: fc.record({ name: fc.constantFrom('f', 'g', 'h'), parameters: schema }),
})

/** Plausible values, so that the fuzz gets past validation. */
const PLAUSIBLE: Record<string, fc.Arbitrary<unknown>> = {
  stop: fc.oneof(text, fc.array(text, { maxLength: 4 })),
  stop_token_ids: fc.array(number),
  n: fc.constantFrom(1, 1, 2, 3, 1000, 1e9),
  reasoning: fc.constantFrom({ effort: 'high', summary: 'concise' }, { enabled: false }),
  text: fc.constant({ verbosity: 'high' }),
  response_format: fc.oneof(
    fc.record({ type: fc.constant('json_schema'), json_schema: fc.record({ schema }) }),
    fc.record({ type: fc.constant('json_schema'), json_schema: schema }),
    fc.constant({ type: 'json_object' }),
  ),
  tools: fc.array(tool, { maxLength: 3 }),
  tool_choice: fc.constantFrom('auto', 'none', 'required', {
    type: 'function',
    function: { name: 'f' },
  }),
  fallbacks: fc.array(fc.record({ model: fc.constantFrom(...MODELS) }), { maxLength: 11 }),
  metadata: fc.dictionary(text, text),
  include: fc.array(text),
  stream_options: fc.constant({ include_usage: true }),
}

function fieldValue(name: string): fc.Arbitrary<unknown> {
  const control =
    name in chatFields
      ? chatFields[name as keyof typeof chatFields].control
      : vendorFields[name as keyof typeof vendorFields].control
  const plausible =
    PLAUSIBLE[name] ??
    (control.kind === 'boolean'
      ? fc.boolean()
      : control.kind === 'choice'
        ? fc.constantFrom(...control.values)
        : control.kind === 'number'
          ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(1, 2) }, number)
          : text)
  return fc.oneof({ weight: 60, arbitrary: plausible }, { weight: 1, arbitrary: junk })
}

const vendorParameters = fc.record(
  Object.fromEntries(
    Object.keys(vendorFields).map((name) => [
      name,
      name === 'character_slug'
        ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom('ada', 'haiku') }, text)
        : fieldValue(name),
    ]),
  ),
  { requiredKeys: [] },
)

const GIVEN: readonly string[] = ['model', 'messages', 'vendor_parameters']
const settings = fc.subarray(
  Object.keys(chatFields).filter((name) => !GIVEN.includes(name)),
  { maxLength: 6 },
)

const closing = fc
  .tuple(
    fc.constantFrom(
      '/rate 0 ',
      '/rate 0 /refs ',
      '/rate 0 /tool ',
      '/rate 0 /echo ',
      '/rate 0 /think /tokens 50 ',
    ),
    text,
  )
  .map(([directives, rest]) => ({ role: 'user', content: `${directives}${rest}` }))

const plausibleBody = settings.chain((names) =>
  fc.record(
    {
      model: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...MODELS) }, text),
      messages: fc
        .tuple(
          fc.oneof(fc.array(validMessage, { maxLength: 3 }), fc.array(message, { maxLength: 2 })),
          closing,
        )
        .map(([before, last]) => [...before, last]),
      vendor_parameters: vendorParameters,
      ...Object.fromEntries(names.map((name) => [name, fieldValue(name)])),
    },
    { requiredKeys: ['model', 'messages'] },
  ),
)

const body = fc.oneof(
  { weight: 12, arbitrary: plausibleBody.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: junk.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
)

const ANSWERS = new Set([200, 400, 401, 402, 404, 413, 422, 503, 504])

it(
  `answers ${RUNS} made-up bodies: never a 500, never a hang, always a valid body`,
  { timeout: 120_000 + RUNS * 1000 },
  async () => {
    const service = serviceWithoutPort()
    let slowestMs = 0
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(body, async (content) => {
        const answer = (async () => {
          const response = await service.request('/api/v1/chat/completions', {
            method: 'POST',
            headers: {
              // Another key each time: the failure budget of one would soon be used up.
              Authorization: `Bearer ${service.nextKey()}`,
              'Content-Type': 'application/json',
            },
            body: content,
          })
          return { response, received: await response.text() }
        })()
        const began = performance.now()
        const { response, received } = await withDeadline(answer)
        slowestMs = Math.max(slowestMs, Math.round(performance.now() - began))
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        expect(service.unexpected).toEqual([])
        expect([...ANSWERS]).toContain(response.status)
        if (response.headers.get('content-type')?.includes('event-stream')) checkStream(received)
        else if (response.status === 200) checkCompletion(received)
        else checkError(response.status, received)
      }),
      { numRuns: RUNS, seed: 20_261_120, endOnFailure: true },
    )
    await service.close()
    const statuses = Object.fromEntries(seen)
    const figures = { route: 'POST /chat/completions', runs: RUNS, statuses, slowestMs }
    if (FIGURES !== undefined) appendFileSync(FIGURES, `${JSON.stringify(figures)}\n`)
    // The fuzz is worth little if most of it is refused at the door.
    expect((seen.get(200) ?? 0) / RUNS).toBeGreaterThan(0.15)
  },
)

async function withDeadline<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), DEADLINE_MS)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function checkCompletion(received: string): void {
  const validated = validate(chatCompletionSchema, JSON.parse(received))
  expect(validated.ok ? [] : validated.issues).toEqual([])
}

function checkStream(received: string): void {
  const events = received.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'))
  expect(events.at(-1)).toBe('data: [DONE]')
  for (const event of events.slice(0, -1)) {
    expect(event.startsWith('data: ') && !/[\r\n]/.test(event)).toBe(true)
    const validated = validate(chatCompletionChunkSchema, JSON.parse(event.slice('data: '.length)))
    expect(validated.ok ? [] : validated.issues).toEqual([])
  }
}

function checkError(status: number, received: string): void {
  const error: unknown = JSON.parse(received)
  if (!isJsonObject(error)) throw new Error(`status ${status} without an object`)
  const inner = isJsonObject(error['error']) ? error['error']['message'] : error['error']
  expect(typeof inner === 'string' && inner.length > 0).toBe(true)
  if (error['error'] !== 'Invalid request parameters') return
  expect(error['details']).toMatchObject({ _errors: expect.any(Array) })
  const issues = Array.isArray(error['issues']) ? error['issues'] : []
  expect(issues.length).toBeGreaterThan(0)
  for (const issue of issues)
    expect(issue).toEqual({
      code: expect.any(String),
      path: expect.any(Array),
      message: expect.stringMatching(/./),
    })
}
