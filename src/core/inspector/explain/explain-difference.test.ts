import { describe, expect, test } from 'vitest'

import { emptyAnswer, type Answer } from '../../../../contract/chat/answer.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { explainDifference, explainPlan, RERUNS, type Rerun } from './explain-difference.ts'

const BEFORE: JsonObject = {
  model: 'a',
  temperature: 0.2,
  max_tokens: 400,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where is Paris?' },
  ],
}

/** A number from 0 to 1 that looks random, of a seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const WORDS = 'paris is the capital city of france on the river seine in europe north old'.split(
  ' ',
)
const OTHERS = 'berlin liegt an der spree und ist die hauptstadt von deutschland seit langem'.split(
  ' ',
)

/** A response in words that differ every time. */
function words(random: () => number, from = WORDS): string {
  return Array.from({ length: 30 }, () => from[Math.floor(random() * from.length)]).join(' ')
}

function answerOf(text: string, more: Partial<Answer['choices'][number]> = {}): Answer {
  const choice = {
    content: text,
    reasoning: '',
    reasoningDetails: [],
    toolCalls: [],
    logprobs: [],
    finishReason: 'stop',
    ...more,
  }
  return { ...emptyAnswer, phase: 'finished', choices: [choice] }
}

const failed = (status: number): Answer => ({
  ...emptyAnswer,
  phase: 'failed',
  failure: { status, code: 'bad', message: 'Rejected.', retryable: false } as never,
})

type Model = (body: JsonObject, random: () => number) => Answer

/** Runs a search on a model; the requests it took with it. */
async function explain(before: JsonObject, after: JsonObject, model: Model, seed = 1) {
  const random = randomFrom(seed)
  const sent: JsonObject[] = []
  const reruns: Rerun[] = []
  const explanation = await explainDifference(before, after, {
    send: (body) => {
      sent.push(body)
      return Promise.resolve({ answer: model(body, random), wasSent: true })
    },
    onRerun: (index, rerun) => {
      reruns[index] = rerun
    },
    signal: AbortSignal.any([]),
  })
  const causes =
    explanation.kind === 'cause' ? explanation.changes.map(({ path }) => path) : explanation.kind
  return { explanation, causes, sent, reruns }
}

const called = { toolCalls: [{ id: '1', name: 'weather', arguments: '{}' }] }
const member = (body: JsonObject, name: string) => JSON.stringify(body[name] ?? null)

/** Changes that do nothing, beside the one that does. */
const BYSTANDERS: JsonObject = { top_p: 0.9, user: 'someone', seed: 7, prompt_cache_key: 'k' }

const CAUSES: readonly { path: string; after: JsonObject; model: Model }[] = [
  {
    path: 'model',
    after: { model: 'b' },
    model: (body, random) => answerOf(words(random, body['model'] === 'b' ? OTHERS : WORDS)),
  },
  {
    path: 'messages[0]',
    after: {
      messages: [
        { role: 'system', content: 'Auf Deutsch.' },
        { role: 'user', content: 'Where is Paris?' },
      ],
    },
    model: (body, random) =>
      answerOf(words(random, member(body, 'messages').includes('Deutsch') ? OTHERS : WORDS)),
  },
  {
    path: 'messages[1]',
    after: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Berlin?' },
      ],
    },
    model: (body, random) =>
      answerOf(words(random, member(body, 'messages').includes('Berlin') ? OTHERS : WORDS)),
  },
  {
    path: 'max_tokens',
    after: { max_tokens: 5 },
    model: (body, random) =>
      answerOf(words(random), { finishReason: body['max_tokens'] === 5 ? 'length' : 'stop' }),
  },
  {
    path: 'stop',
    after: { stop: ['river'] },
    model: (body, random) => answerOf('stop' in body ? 'paris' : words(random)),
  },
  {
    path: 'response_format',
    after: { response_format: { type: 'json_object' } },
    model: (body, random) =>
      answerOf('response_format' in body ? `{"text":"${words(random)}"}` : words(random)),
  },
  {
    path: 'tools',
    after: { tools: [{ type: 'function', function: { name: 'weather' } }] },
    model: (body, random) => answerOf(words(random), 'tools' in body ? called : {}),
  },
  {
    path: 'temperature',
    after: { temperature: 3 },
    model: (body, random) => (body['temperature'] === 3 ? failed(400) : answerOf(words(random))),
  },
  {
    path: 'vendor_parameters.enable_web_search',
    after: { vendor_parameters: { enable_web_search: 'on', strip_thinking_response: true } },
    model: (body, random) =>
      answerOf(words(random, member(body, 'vendor_parameters').includes('web') ? OTHERS : WORDS)),
  },
  {
    path: 'logit_bias',
    after: { logit_bias: { '50256': -100 } },
    model: (body, random) => answerOf('logit_bias' in body ? '' : words(random)),
  },
  {
    path: 'reasoning_effort',
    after: { reasoning_effort: 'high' },
    model: (body, random) =>
      answerOf(words(random, 'reasoning_effort' in body ? [...WORDS, ...OTHERS] : WORDS)),
  },
  {
    path: 'fallbacks',
    after: { fallbacks: [{ model: 'c' }] },
    model: (body, random) => ('fallbacks' in body ? failed(503) : answerOf(words(random))),
  },
]

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

describe('which difference it was', () => {
  test('behavior: the planted cause is named among differences that do nothing', async () => {
    const wrong: string[] = []
    for (const { path, after, model } of CAUSES)
      for (const seed of SEEDS) {
        const { causes } = await explain(
          BEFORE,
          { ...BEFORE, ...BYSTANDERS, ...after },
          model,
          seed,
        )
        if (JSON.stringify(causes) !== JSON.stringify([path]))
          wrong.push(`${path}: ${String(causes)}`)
      }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(CAUSES.length * SEEDS.length * 0.05)
  })

  test('behavior: what differs by chance is called noise', async () => {
    const models: Model[] = [
      (_, random) => answerOf(words(random)),
      (_, random) => answerOf(words(random, random() < 0.5 ? WORDS : OTHERS)),
      (_, random) => answerOf(words(random), random() < 0.5 ? called : {}),
      () => answerOf('the same'),
      (_, random) => answerOf('', { finishReason: random() < 0.3 ? 'length' : 'stop' }),
    ]
    const wrong: string[] = []
    for (const [index, model] of models.entries())
      for (const seed of [...SEEDS, ...SEEDS.map((one) => one + 50)]) {
        const { causes } = await explain(BEFORE, { ...BEFORE, ...BYSTANDERS }, model, seed)
        if (causes !== 'noise') wrong.push(`${index}, seed ${seed}: ${String(causes)}`)
      }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(models.length * 40 * 0.05)
  })

  test('two changes that only together do it are both named', async () => {
    const { causes } = await explain(BEFORE, { ...BEFORE, ...BYSTANDERS, stop: ['a'] }, (body) =>
      answerOf('seed' in body && 'stop' in body ? 'other' : 'one'),
    )
    expect(causes).toEqual(expect.arrayContaining(['seed', 'stop']))
    expect(causes).toHaveLength(2)
  })

  test('one difference needs no more than the reruns of both', async () => {
    const { causes, sent } = await explain(BEFORE, { ...BEFORE, model: 'b' }, (body) =>
      answerOf(member(body, 'model')),
    )
    expect(causes).toEqual(['model'])
    expect(sent).toHaveLength(2 * RERUNS)
  })
})

describe('what it sends', () => {
  test('never more than was said before', async () => {
    for (const { after, model } of CAUSES) {
      const later = { ...BEFORE, ...BYSTANDERS, ...after }
      const { sent } = await explain(BEFORE, later, model)
      expect(sent.length).toBeLessThanOrEqual(explainPlan(BEFORE, later).maxRequests)
    }
  })

  test('a request that the API rejects is sent twice, not more often', async () => {
    const { sent, reruns } = await explain(BEFORE, { ...BEFORE, temperature: 3 }, (body) =>
      body['temperature'] === 3 ? failed(400) : answerOf('fine'),
    )
    expect(sent.filter((body) => body['temperature'] === 3)).toHaveLength(2)
    expect(reruns.at(-1)).toMatchObject({ label: 'later request', outcome: 'error 400' })
  })

  test('it ends at once when it is stopped, or held back by the page', async () => {
    const controller = new AbortController()
    let sent = 0
    const options = {
      onRerun: () => {},
      send: () => {
        sent += 1
        if (sent === 3) controller.abort()
        return Promise.resolve({ answer: answerOf('a'), wasSent: true })
      },
      signal: controller.signal,
    }
    expect(await explainDifference(BEFORE, { ...BEFORE, model: 'b' }, options)).toEqual({
      kind: 'stopped',
    })
    expect(sent).toBe(3)
    const failure = { kind: 'offline', message: 'No network.' } as const
    const held = { ...emptyAnswer, phase: 'failed', failure } as const
    expect(
      await explainDifference(
        BEFORE,
        { ...BEFORE, model: 'b' },
        {
          onRerun: () => {},
          send: () => Promise.resolve({ answer: held, wasSent: false }),
          signal: AbortSignal.any([]),
        },
      ),
    ).toEqual({ kind: 'held_back', failure })
  })
})
