import { afterAll, beforeAll, expect, test } from 'vitest'

import { serviceWithoutPort } from '../../../service/testing/service-without-port.ts'
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
    let own = ''
    return {
      nextKey: () => (own = service.nextKey()),
      request: async (path: string, init: RequestInit) => {
        const authorization = new Headers(init.headers).get('authorization')
        const key = authorization === `Bearer ${own}` ? 'own' : authorization
        const asked = `${init.method} ${path} ${key} ${typeof init.body === 'string' ? init.body : ''}`
        const count = (counts.get(asked) ?? 0) + 1
        counts.set(asked, count)
        const counted = `${asked} ${count}`
        const made =
          responses.get(counted) ??
          Promise.resolve(service.request(path, init)).then(async (response) => ({
            response,
            text: await response.text(),
          }))
        responses.set(counted, made)
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
    const found = of('breaks')
    if (found.length === 0) missed.push(fault.name)
    const { foundBy } = fault
    if (foundBy !== undefined)
      expect(found).toEqual(foundBy.map((name) => expect.stringMatching(`^${name}`)))
  }
  expect(PLANTED_FAULTS.length).toBeGreaterThanOrEqual(40)
  expect(missed).toEqual([])
})
