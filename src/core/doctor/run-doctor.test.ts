import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { chatRequestSchema } from '../../../contract/chat/request/request.ts'
import { z } from '../../../contract/zod.ts'
import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../service/testing/service-without-port.ts'
import { apiKeyCredential } from '../client/connection/credential.ts'
import { maxChatCost } from '../client/queries/models.ts'
import { PROBES } from './probes.ts'
import type { Replies, Reply } from './reply.ts'
import { PAID_REQUESTS, requestOf } from './requests.ts'
import { checkForFree, maxChatsCost } from './run-doctor.ts'
import { check, clientWith } from './testing/faulty-service.ts'

let service: ReturnType<typeof serviceWithoutPort>
beforeAll(() => {
  service = serviceWithoutPort({ tokensPerSecond: 0 })
})
afterAll(() => service.close())

describe('a service that keeps to the contract', () => {
  test.each(['sandbox-chat', 'sandbox-vision'])(
    'behavior: nothing breaks with %s, and every probe has its verdict and its exchange',
    async (model) => {
      const { client, connection, count } = clientWith(service)
      const { end, rows, of } = await check(client, connection, { model })
      expect(end).toEqual({ kind: 'done' })
      expect(of('breaks')).toEqual([])
      const notRun = rows.filter(({ verdict }) => verdict === undefined)
      expect(notRun.map(({ name }) => name)).toEqual(['An empty balance is a 402 with words'])
      expect(rows.filter(({ exchangeId }) => exchangeId === undefined)).toEqual(notRun)
      expect(of('holds').length).toBeGreaterThan(50)
      // Half of what blocks a key.
      expect(count().errors).toBeLessThanOrEqual(10)
    },
  )

  test('behavior: its price is known before, and small', async () => {
    const { client, connection } = clientWith(service)
    const cost = await maxChatsCost(client, connection, 'sandbox-fast')
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThanOrEqual(20_000)
    expect(await maxChatsCost(client, connection, 'nobody-knows')).toBeUndefined()
  })

  test('behavior: a request that is wrong on purpose has a price: an API may accept it', async () => {
    const { client, connection } = clientWith(service)
    const model = 'sandbox-fast'
    const asking = { connection, model, place: 'terminal' as const, pageOrigin: '' }
    let right = 0
    for (const name of PAID_REQUESTS) {
      const asked = requestOf(name === 'tool_result' ? 'tool' : name, {}, asking)
      const chat = z.safeParse(chatRequestSchema, asked?.body)
      if (chat.success && chat.data.model === model)
        right += (await maxChatCost(client, connection, chat.data)) ?? NaN
    }
    const hi = { model, messages: [{ role: 'user' as const, content: 'Hi' }] }
    const wrong = await maxChatCost(client, connection, { ...hi, max_completion_tokens: 64 })
    // An unknown model, no messages, a temperature of 9 and an unknown role.
    expect(await maxChatsCost(client, connection, model)).toBe(right + 4 * (wrong ?? NaN))
  })
})

describe('how it ends', () => {
  test('behavior: a press stops it, and sends nothing more', async () => {
    const { client, connection, count } = clientWith(service)
    const controller = new AbortController()
    const end = await checkForFree(client, connection, {
      place: 'terminal',
      pageOrigin: ORIGIN_WITHOUT_PORT,
      signal: controller.signal,
      onReplies: () => controller.abort(),
    })
    expect(end).toEqual({ kind: 'stopped' })
    expect(count().requests).toBe(1)
  })

  test('behavior: a rejected key is tried once, and nothing that costs follows', async () => {
    const { client, connection, count } = clientWith(service)
    const wrong = apiKeyCredential('sk-wrong', ORIGIN_WITHOUT_PORT)
    const { end } = await check(client, { ...connection, credential: wrong })
    expect(end).toMatchObject({ kind: 'held_back', failure: { status: 401 } })
    expect(count().rejected).toBe(1)
  })
})

test('behavior: it ends after two minutes, however slow an API is', async () => {
  const { client, connection, count } = clientWith(service, { name: 'slow', holdsBackMs: 30_000 })
  const { end } = await check(client, connection, { isFree: true })
  expect(end).toEqual({ kind: 'timed_out', seconds: 120 })
  expect(count().requests).toBe(4)
})

test('behavior: checked again within a minute, the terms of a top-up are not asked for again', async () => {
  const asked: string[] = []
  const seen = {
    nextKey: () => service.nextKey(),
    request: (path: string, init: RequestInit) => {
      if (path.endsWith('/x402/top-up')) asked.push(init.method ?? '')
      return service.request(path, init)
    },
  }
  const { client, connection, advance } = clientWith(seen)
  const options = {
    place: 'page' as const,
    pageOrigin: ORIGIN_WITHOUT_PORT,
    signal: AbortSignal.any([]),
  }
  let replies: Replies = {}
  const onReplies = (next: Replies) => {
    replies = next
  }
  const again = () => checkForFree(client, connection, { ...options, earlier: replies, onReplies })
  for (let run = 0; run < 6; run += 1) await again()
  expect(asked).toEqual(['POST'])
  expect(replies['top_up']?.status).toBe(402)
  advance(61_000)
  await again()
  expect(asked).toEqual(['POST', 'POST'])
  const { exchange, ...reply } = replies['top_up'] as Reply
  const sent = { ...exchange.request, url: 'https://other.example/v1/x402/top-up' }
  replies = { top_up: { ...reply, exchange: { ...exchange, request: sent } } }
  await again()
  expect(asked).toHaveLength(3)
})

test('no two probes have the same name', () => {
  expect(new Set(PROBES.map(({ name }) => name)).size).toBe(PROBES.length)
})
