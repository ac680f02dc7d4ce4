import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../../service/testing/service-without-port.ts'
import { apiKeyCredential } from '../../client/connection/credential.ts'
import { maxCheckCost, PROBES, runApiCheck } from './run-api-check.ts'
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
      expect(rows.filter(({ verdict }) => verdict === undefined)).toEqual([])
      expect(rows.filter(({ exchangeId }) => exchangeId === undefined)).toEqual([])
      expect(of('holds').length).toBeGreaterThan(50)
      // Half of what blocks a key.
      expect(count().errors).toBeLessThanOrEqual(10)
    },
  )

  test('behavior: its price is known before, and small', async () => {
    const { client, connection } = clientWith(service)
    const cost = await maxCheckCost(client, connection, 'sandbox-fast')
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThanOrEqual(20_000)
    expect(await maxCheckCost(client, connection, 'nobody-knows')).toBeUndefined()
  })
})

describe('how it ends', () => {
  test('behavior: a press stops it, and sends nothing more', async () => {
    const { client, connection, count } = clientWith(service)
    const controller = new AbortController()
    const end = await runApiCheck(client, connection, 'sandbox-chat', {
      signal: controller.signal,
      onRows: () => controller.abort(),
    })
    expect(end).toEqual({ kind: 'stopped' })
    expect(count().requests).toBe(1)
  })

  test('behavior: a rejected key ends it at its first request', async () => {
    const { client, connection, count } = clientWith(service)
    const wrong = apiKeyCredential('sk-wrong', ORIGIN_WITHOUT_PORT)
    const { end } = await check(client, { ...connection, credential: wrong })
    expect(end).toMatchObject({ kind: 'held_back', failure: { status: 401 } })
    expect(count().requests).toBeLessThanOrEqual(2)
  })
})

test('no two probes have the same name', () => {
  expect(new Set(PROBES.map(({ name }) => name)).size).toBe(PROBES.length)
})
