import { afterAll, beforeAll, expect, test } from 'vitest'

import { serviceWithoutPort } from '../../../../service/testing/service-without-port.ts'
import { check, clientWith } from './testing/faulty-service.ts'
import { PLANTED_FAULTS } from './testing/planted-faults.ts'

let service: ReturnType<typeof serviceWithoutPort>
beforeAll(() => {
  service = serviceWithoutPort()
})
afterAll(() => service.close())

/** The service with each of its responses recorded: what a model says takes time, and never changes. */
function recorded() {
  const responses = new Map<string, Promise<{ text: string; response: Response }>>()
  return () => {
    const counts = new Map<string, number>()
    return {
      nextKey: () => service.nextKey(),
      request: async (path: string, init: RequestInit) => {
        const asked = `${init.method} ${path} ${typeof init.body === 'string' ? init.body : ''}`
        const count = (counts.get(asked) ?? 0) + 1
        counts.set(asked, count)
        const key = `${asked} ${count}`
        const made =
          responses.get(key) ??
          Promise.resolve(service.request(path, init)).then(async (response) => ({
            response,
            text: await response.text(),
          }))
        responses.set(key, made)
        const { text, response } = await made
        return new Response(text, { status: response.status, headers: response.headers })
      },
    }
  }
}

test('behavior: planted faults are found', async () => {
  const missed: string[] = []
  const replay = recorded()
  for (const fault of PLANTED_FAULTS) {
    const { client, connection } = clientWith(replay(), fault)
    const { of } = await check(client, connection)
    if (of('breaks').length === 0) missed.push(fault.name)
  }
  expect(PLANTED_FAULTS.length).toBeGreaterThanOrEqual(40)
  expect(missed).toEqual([])
})
