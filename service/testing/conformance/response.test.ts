import { afterAll, describe, expect, it } from 'vitest'

import { serviceWithoutPort } from '../service-without-port.ts'

const service = serviceWithoutPort()
afterAll(() => service.close())

async function answerTo(text: string, more: Record<string, unknown> = {}) {
  const messages = [{ role: 'user', content: text }]
  const response = await service.post('/chat/completions', {
    model: 'sandbox-chat',
    messages,
    ...more,
  })
  expect(response.status).toBe(200)
  return response.json()
}

const integer = expect.toSatisfy((value: unknown) => Number.isInteger(value))
const notNegative = expect.toSatisfy((value: unknown) => typeof value === 'number' && value >= 0)
const bytes = expect.toSatisfy(
  (value: unknown) => Array.isArray(value) && value.every((byte) => typeof byte === 'number'),
)

describe('a chat answer has, and has no other than,', () => {
  it('the members of the contract', async () => {
    const began = Math.floor(Date.now() / 1000)
    const body = await answerTo('Hi')
    expect(body).toEqual({
      id: expect.stringMatching(/./),
      object: 'chat.completion',
      created: expect.toSatisfy((time: number) => Math.abs(time - began) < 60),
      model: 'sandbox-chat',
      usage: expect.anything(),
      choices: [expect.anything()],
      cost: { diem: notNegative, usd: notNegative },
      prompt_logprobs: null,
      vendor_parameters: expect.anything(),
    })
  })

  it('the members of usage', async () => {
    const { usage } = await answerTo('Hi')
    expect(usage).toMatchObject({
      completion_tokens: integer,
      prompt_tokens: integer,
      total_tokens: usage.completion_tokens + usage.prompt_tokens,
      prompt_tokens_details: { cached_tokens: integer, cache_creation_input_tokens: integer },
    })
    const { usage: thought } = await answerTo('/think Hi', { model: 'sandbox-reasoning' })
    expect(thought.completion_tokens_details).toEqual({ reasoning_tokens: integer })
    expect(thought.completion_tokens_details.reasoning_tokens).toBeGreaterThan(0)
  })

  it('the members of a choice', async () => {
    const { choices } = await answerTo('Hi')
    expect(choices[0]).toEqual({
      finish_reason: 'stop',
      index: 0,
      logprobs: null,
      message: { role: 'assistant', content: expect.any(String) },
      stop_reason: 'stop',
    })
  })

  it('the finish reasons stop, length and tool_calls', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }]
    const reasons = await Promise.all(
      [{}, { max_completion_tokens: 2 }, { tools, tool_choice: 'required' }].map(async (more) => {
        const { finish_reason, stop_reason } = (await answerTo('Hi', more)).choices[0]
        return [finish_reason, stop_reason]
      }),
    )
    expect(reasons).toEqual([
      ['stop', 'stop'],
      ['length', 'length'],
      ['tool_calls', null],
    ])
  })

  it('the log probabilities of the contract, beside the list that other clients read', async () => {
    const asked = { logprobs: true, top_logprobs: 2, max_completion_tokens: 3 }
    const { logprobs } = (await answerTo('Hi', asked)).choices[0]
    const token = { token: expect.any(String), logprob: expect.any(Number), bytes }
    expect(logprobs).toMatchObject({ ...token, top_logprobs: [token, token] })
    expect(logprobs.content).toHaveLength(3)
    expect(logprobs.content[0]).toMatchObject({ token: logprobs.token, logprob: logprobs.logprob })
  })

  it('the reasoning of a model that returns it', async () => {
    const { message } = (await answerTo('Hi', { model: 'sandbox-reasoning' })).choices[0]
    expect(message.reasoning_content).toEqual(expect.any(String))
    expect(message.reasoning_details[0]).toMatchObject({ type: expect.any(String) })
  })

  it('the citations of a web search', async () => {
    const { vendor_parameters: echo } = await answerTo('How do server-sent events work?', {
      vendor_parameters: { enable_web_search: 'on', character_slug: 'ada' },
    })
    expect(echo.character_slug).toBe('ada')
    expect(echo.web_search_citations.length).toBeGreaterThan(0)
    for (const source of echo.web_search_citations) {
      const { title, url, ...rest } = source
      expect([typeof title, URL.canParse(url)]).toEqual(['string', true])
      expect(Object.values(rest).every((value) => typeof value === 'string')).toBe(true)
    }
  })
})

describe('not sent means', () => {
  const figures = async (more: Record<string, unknown>) => {
    const { choices, usage, cost } = await answerTo('/tokens 30', { seed: 7, ...more })
    return { choices, usage, cost }
  }
  it.each([
    ['frequency_penalty', 0],
    ['presence_penalty', 0],
    ['n', 1],
    ['stop', null],
    ['stream', false],
    ['parallel_tool_calls', true],
  ])('for %s the same as %j', async (name, value) => {
    expect(await figures({ [name]: value })).toEqual(await figures({}))
  })
})

describe('as a suffix of the model name', () => {
  it.each([
    ['character_slug', 'ada'],
    ['strip_thinking_response', true],
    ['disable_thinking', true],
    ['enable_e2ee', false],
    ['enable_web_search', 'on'],
    ['enable_web_scraping', true],
    ['enable_x_search', true],
    ['enable_web_citations', true],
    ['include_search_results_in_stream', true],
    ['return_search_results_as_documents', true],
    ['include_vendor_system_prompt', false],
  ])('%s=%s is what it is in the body', async (name, value) => {
    const told = ({ vendor_parameters: echo, usage, cost }: Record<string, unknown>) => ({
      echo,
      usage,
      cost,
    })
    const text = 'How do server-sent events work?'
    const plain = told(await answerTo(text))
    const inBody = told(await answerTo(text, { vendor_parameters: { [name]: value } }))
    const inName = told(await answerTo(text, { model: `sandbox-chat:${name}=${value}` }))
    expect(inName.echo).toEqual(inBody.echo)
    expect(inName.cost).toEqual(inBody.cost)
    if (name === 'enable_x_search') expect(inName.cost).not.toEqual(plain.cost)
    else if (name !== 'enable_e2ee') expect(inName.echo).not.toEqual(plain.echo)
  })
})
