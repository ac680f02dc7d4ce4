import { describe, expect, test } from 'vitest'

import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { apiKeyCredential } from '../../client/connection/credential.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { explainPlan } from './explain-difference.ts'
import { chatBody, maxExplainCost, promptParting, rerunChat } from './prompt-parting.ts'

const user = (content: JsonValue): JsonObject => ({ role: 'user', content })
const chat = (...messages: JsonObject[]): JsonObject => ({ model: 'a', messages })
const marked = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })

describe('where two prompts part', () => {
  test('behavior: the first character of the first message that differs', () => {
    expect(
      promptParting(
        chat(user('Hello'), user('The sun is warm.')),
        chat(user('Hello'), user('The sun was warm.')),
      ),
    ).toEqual({
      path: 'messages[1].content',
      character: 8,
      before: 'is warm.',
      after: 'was warm.',
      sharedMessages: 1,
      isContinued: false,
      cachedUpTo: 'messages[0]',
    })
  })

  test('behavior: a conversation that goes on loses nothing of what was cached', () => {
    expect(promptParting(chat(user('One')), chat(user('One'), user('Two')))).toMatchObject({
      path: 'messages[1]',
      sharedMessages: 1,
      isContinued: true,
      cachedUpTo: 'messages[0]',
    })
  })

  test('tools, the model and the cache key stand before every message', () => {
    const tools = [{ type: 'function', function: { name: 'weather' } }]
    const other = [{ type: 'function', function: { name: 'whether' } }]
    const parting = promptParting(
      { ...chat(user('One')), tools },
      { ...chat(user('One')), tools: other },
    )
    expect(parting).toMatchObject({ path: 'tools[0].function.name', character: 1 })
    expect(parting).not.toHaveProperty('cachedUpTo')
    expect(promptParting(chat(user('One')), { ...chat(user('One')), model: 'b' })?.path).toBe(
      'model',
    )
  })

  test('settings that are no part of the prompt, and marks for the cache, part nothing', () => {
    expect(
      promptParting(chat(user([marked('One')])), {
        ...chat(user([{ type: 'text', text: 'One' }])),
        temperature: 0.3,
        vendor_parameters: { enable_web_search: 'on' },
      }),
    ).toBeUndefined()
  })

  test('a marked part before the difference is still cached', () => {
    expect(
      promptParting(
        chat(user([marked('Long'), marked('Old')])),
        chat(user([marked('Long'), marked('New')])),
      ),
    ).toMatchObject({ path: 'messages[0].content[1].text', cachedUpTo: 'messages[0].content[0]' })
  })

  test('another role is another message', () => {
    expect(
      promptParting(chat(user('One')), chat({ role: 'assistant', content: 'One' })),
    ).toMatchObject({ path: 'messages[0].role', before: 'user', after: 'assistant' })
  })

  test('bodies without messages part nowhere', () => {
    expect(promptParting({}, { messages: 'none' })).toBeUndefined()
  })
})

const BODY = { model: 'a', messages: [{ role: 'user', content: 'Hello' }] }
const COMPLETION = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'a',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const MODELS = {
  object: 'list',
  data: [
    {
      id: 'a',
      object: 'model',
      type: 'text',
      model_spec: {
        availableContextTokens: 1000,
        maxCompletionTokens: 100,
        pricing: { input: { usd: 1, diem: 1 }, output: { usd: 2, diem: 2 } },
      },
    },
  ],
}

/** A client whose API answers chats and lists one model. */
const chatting = () =>
  fakeClient(({ url }) => jsonResponse(url.includes('/models') ? MODELS : COMPLETION))

const never = AbortSignal.any([])

describe('rerunChat', () => {
  test('behavior: a body is sent once, and its response told with its exchange', async () => {
    const { client, connection, world } = chatting()
    const { answer, wasSent, exchangeId } = await rerunChat(client, connection, BODY, never)
    expect(answer.choices[0]?.content).toBe('Hi')
    expect(wasSent).toBe(true)
    expect(exchangeId).toBeDefined()
    expect(world.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('behavior: the headers of the connection go with it', async () => {
    const { client, connection, world } = chatting()
    const withHeaders = { ...connection, headers: [['X-Team', 'red'] as const] }
    await rerunChat(client, withHeaders, BODY, never)
    const [sent] = world.sent.filter(({ method }) => method === 'POST')
    expect(sent?.headers).toContainEqual(['x-team', 'red'])
  })

  test('behavior: what the page holds back was not sent', async () => {
    const { client, connection, world } = chatting()
    const declined = apiKeyCredential('sk-1', new URL(connection.baseUrl).origin)
    declined.authorize = () => Promise.reject(new Error('No.'))
    const result = await rerunChat(client, { ...connection, credential: declined }, BODY, never)
    expect(result).toMatchObject({ wasSent: false, answer: { failure: { kind: 'declined' } } })
    expect(world.sent).toEqual([])
  })

  test('behavior: a search that was stopped sends nothing more', async () => {
    const { client, connection, world } = chatting()
    const result = await rerunChat(client, connection, BODY, AbortSignal.abort())
    expect(result).toMatchObject({ wasSent: false, answer: { phase: 'stopped' } })
    expect(world.sent).toEqual([])
  })
})

describe('maxExplainCost', () => {
  test('behavior: no set of changes costs more, times the requests', async () => {
    const { client, connection } = chatting()
    const before = { ...BODY, max_completion_tokens: 10, n: 4 }
    const after = { ...BODY, max_completion_tokens: 100, n: 1 }
    const plan = explainPlan(before, after)
    const most = await maxExplainCost(client, connection, plan, before)
    const dearest = await maxExplainCost(
      client,
      connection,
      { changes: [], maxRequests: 1 },
      { ...BODY, max_completion_tokens: 100, n: 4 },
    )
    expect(most).toBe((dearest ?? 0) * plan.maxRequests)
    expect(dearest).toBeGreaterThan(0)
  })

  test('a model without a price makes it unknown', async () => {
    const { client, connection } = chatting()
    const plan = explainPlan(BODY, { ...BODY, model: 'b' })
    expect(await maxExplainCost(client, connection, plan, BODY)).toBeUndefined()
  })
})

test('chatBody reads chat requests only', () => {
  const exchange = (path: string, method = 'POST') =>
    ({
      providerName: 'vendor',
      request: { method, path, body: BODY, url: '', headers: [], bytes: 0 },
    }) as unknown as Exchange
  expect(chatBody(exchange('/chat/completions'))).toEqual({ ok: true, body: BODY })
  expect(chatBody(exchange('/image/edit'))).toMatchObject({ ok: false })
  expect(chatBody(exchange('/chat/completions', 'TRACE'))).toMatchObject({ ok: false })
})
