import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../service/testing/service-without-port.ts'
import { apiKeyCredential } from '../client/connection/credential.ts'
import { PROBES } from './probes.ts'
import { checkForFree, maxChatsCost } from './run-doctor.ts'
import { check, clientWith } from './testing/faulty-service.ts'

let service: ReturnType<typeof serviceWithoutPort>
beforeAll(() => {
  service = serviceWithoutPort()
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

test('no two probes have the same name', () => {
  expect(new Set(PROBES.map(({ name }) => name)).size).toBe(PROBES.length)
})
