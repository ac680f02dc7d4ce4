import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestService, type TestService } from '../../../testing/start-service.ts'

let service: TestService
let client: OpenAI
beforeAll(async () => {
  service = await startTestService()
  client = new OpenAI({ baseURL: service.baseUrl, apiKey: service.apiKey, maxRetries: 0 })
})
afterAll(() => service.stop())

const ask = (content: string) => ({
  model: 'sandbox-chat',
  messages: [{ role: 'user' as const, content }],
})

it('lists models', async () => {
  const ids = (await client.models.list()).data.map(({ id }) => id)
  expect(ids).toContain('sandbox-chat')
})

it('chats', async () => {
  const answer = await client.chat.completions.create(ask('Hello'))
  expect(answer.choices[0]?.message.content).toContain('Hello')
  expect(answer.usage?.total_tokens).toBeGreaterThan(0)
})

it('streams, with usage at the end', async () => {
  const stream = await client.chat.completions.create({
    ...ask('/tokens 30 /rate 0'),
    stream: true,
    stream_options: { include_usage: true },
  })
  let text = ''
  let total = 0
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    total = chunk.usage?.completion_tokens ?? total
  }
  expect(text.length).toBeGreaterThan(30)
  expect(total).toBe(30)
})

it('runs a tool, its helper joining the pieces of the call', async () => {
  const calls: unknown[] = []
  const runner = client.chat.completions.runTools({
    ...ask('/rate 0 What is the weather?'),
    stream: true,
    tools: [
      {
        type: 'function',
        function: {
          name: 'weather',
          description: 'The weather of a city',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' } },
            required: ['city'],
          },
          parse: JSON.parse,
          function: (input: object) => {
            calls.push(input)
            return 'sunny'
          },
        },
      },
    ],
  })
  expect(await runner.finalContent()).toContain('sunny')
  expect(calls).toEqual([{ city: 'Lisbon' }])
})

it('tells errors by their classes, with status, code and request body', async () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )
  const create = (text: string) => failure(client.chat.completions.create(ask(text)))
  expect(
    await failure(client.chat.completions.create({ ...ask('x'), temperature: 9 })),
  ).toBeInstanceOf(OpenAI.BadRequestError)
  expect(await create('/fail 401')).toBeInstanceOf(OpenAI.AuthenticationError)
  expect(
    await failure(client.chat.completions.create({ ...ask('x'), model: 'nope' })),
  ).toBeInstanceOf(OpenAI.NotFoundError)
  expect(await create('/fail 422')).toBeInstanceOf(OpenAI.UnprocessableEntityError)
  expect(await create('/fail 429')).toBeInstanceOf(OpenAI.RateLimitError)
  expect(await create('/fail 500')).toBeInstanceOf(OpenAI.InternalServerError)
  expect(await create('/fail 503')).toMatchObject({ status: 503 })
  const anonymous = new OpenAI({ baseURL: service.baseUrl, apiKey: 'wrong', maxRetries: 0 })
  expect(await failure(anonymous.chat.completions.create(ask('x')))).toMatchObject({ status: 401 })
})

it('sees an error inside a stream as an error', async () => {
  const stream = await client.chat.completions.create({
    ...ask('/tokens 10 /rate 0 /stream-error'),
    stream: true,
  })
  const read = async () => {
    for await (const _ of stream);
  }
  await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError)
})
