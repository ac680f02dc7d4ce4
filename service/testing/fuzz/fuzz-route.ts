import fc from 'fast-check'

import { walletOwner } from '../../app/money/payments/payment-store.ts'
import { createLedger } from '../../node/storage/sql-ledger.ts'
import { createApiKeyStore } from '../../node/storage/sql-storage.ts'
import { serviceWithoutPort } from '../service-without-port.ts'

/** A made-up request. `key` adds a valid API key, another one each time. */
interface MadeRequest {
  path: string
  init: RequestInit
  /** False for one that must not have a key. */
  hasKey?: boolean
}

/** A route, and how requests for it are made up. `build` may sign things. */
export interface FuzzedRoute<Idea> {
  name: string
  ideas: fc.Arbitrary<Idea>
  build: (idea: Idea) => MadeRequest | Promise<MadeRequest>
  /** What is wrong with an answer besides what holds for all. */
  faultOf?: (body: string, status: number) => string | undefined
}

/** What a run saw: answers by status, and the slowest, ms. */
export interface FuzzFigures {
  route: string
  runs: number
  statuses: Record<string, number>
  slowestMs: number
}

/** An answer that takes longer hangs, ms. */
const DEADLINE_MS = 5000

/** A wallet and a key that never send a request. Their balances must not be told to anybody. */
export const VICTIM = {
  evm: '0xabcabcabcabcabcabcabcabcabcabcabcabcabca',
  solana: 'VictimVictimVictimVictimVictimVictimVictimV',
  key: 'key-of-the-victim-4af1',
  usd: '7654321.234567',
  microUsd: 7_654_321_234_567,
}

/** Refusals that are no fault of the service: 5xx answers that the contract or a route documents. */
const DOCUMENTED = new Set([503, 504])

/** Sends so many made-up requests to a route; throws at the first answer that must not be. */
export async function fuzzRoute<Idea>(
  { name, ideas, build, faultOf }: FuzzedRoute<Idea>,
  runs: number,
  appFolder?: string,
): Promise<FuzzFigures> {
  // One for each request, and one more.
  const keys = runs + 1
  const service = serviceWithoutPort({ keys, ...(appFolder === undefined ? {} : { appFolder }) })
  const ledger = createLedger(service.database)
  const { id: keyId } = await createApiKeyStore(service.database).add(VICTIM.key, 'victim')
  for (const owner of [walletOwner(VICTIM.evm), walletOwner(VICTIM.solana), keyId])
    await ledger.grant({ reference: owner, owner, microUsd: VICTIM.microUsd, microDiem: 0 })
  const secrets = [VICTIM.usd, String(VICTIM.microUsd), keyId, VICTIM.key]

  const figures: FuzzFigures = { route: name, runs, statuses: {}, slowestMs: 0 }
  const property = fc.asyncProperty(ideas, async (idea) => {
    const { path, init, hasKey } = await build(idea)
    const headers = new Headers(init.headers)
    if (hasKey !== false && !headers.has('authorization'))
      headers.set('Authorization', `Bearer ${service.nextKey()}`)
    const began = performance.now()
    const { status, body } = await withDeadline(async () => {
      const response = await service.request(path, { ...init, headers })
      return { status: response.status, body: await response.text() }
    })
    figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - began))
    figures.statuses[status] = (figures.statuses[status] ?? 0) + 1
    const fault =
      (service.unexpected.length > 0 ? JSON.stringify(service.unexpected) : undefined) ??
      (status >= 500 && !DOCUMENTED.has(status) ? `status ${status}: ${body}` : undefined) ??
      secrets.flatMap((secret) => (body.includes(secret) ? [`tells ${secret}`] : []))[0] ??
      faultOf?.(body, status)
    if (fault !== undefined) throw new Error(`${init.method ?? 'GET'} ${path}: ${fault}`)
  })
  try {
    await fc.assert(property, { numRuns: runs, seed: 20_261_121, endOnFailure: true })
  } finally {
    await service.close()
  }
  return figures
}

async function withDeadline<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), DEADLINE_MS)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
