import { afterAll, beforeAll, expect, test } from 'vitest'

import { serviceWithoutPort } from '../../../service/testing/service-without-port.ts'
import { check, clientWith } from './testing/faulty-service.ts'
import { FREE_FAULTS, PLANTED_FAULTS } from './testing/planted-faults.ts'

let service: ReturnType<typeof serviceWithoutPort>
beforeAll(() => {
  service = serviceWithoutPort({ tokensPerSecond: 0 })
})
afterAll(() => service.close())

/** The service with each of its responses recorded: what a model says takes work, and never changes. */
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

test('behavior: faults are found where nothing is paid for, and by their probe alone', async () => {
  const replay = recorded()
  const sound = clientWith(replay())
  const { rows } = await check(sound.client, sound.connection, { isFree: true })
  const free = rows.filter(({ verdict }) => verdict !== undefined)
  expect(free.filter(({ verdict }) => verdict?.result !== 'holds')).toEqual([])
  expect(sound.count().paid).toEqual([])
  for (const fault of FREE_FAULTS) {
    const { client, connection } = clientWith(replay(), undefined, fault)
    const found = await check(client, connection, { isFree: true })
    const failed = found.rows.filter(({ verdict }) => verdict && verdict.result !== 'holds')
    expect({ [fault.name]: failed.map(({ name }) => name) }).toEqual({
      [fault.name]: fault.foundBy,
    })
  }
  const findable = new Set(FREE_FAULTS.flatMap(({ foundBy }) => foundBy))
  const unproven = free.filter(({ name }) => !findable.has(name)).map(({ name }) => name)
  // The other faults have these.
  expect(unproven).toEqual([
    'The model list is an array of objects with IDs',
    'Each model has an ID of its own',
    'The key is accepted',
  ])
})
