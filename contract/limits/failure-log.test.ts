import fc from 'fast-check'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'

import { createFailureBudget } from '../../service/app/limits/failure-budget.ts'
import {
  admit,
  emptyFailureLog,
  failureScope,
  failuresOf,
  failuresThatCount,
  operationOf,
  readFailureLog,
  settle,
  type FailureLog,
} from './failure-log.ts'
import { FAILURE_BUDGET, PROVIDER_FAILURE_BUDGET } from './sizes.ts'

/** Requests that are sent at once and answered after a while, by the rule of the service itself. */
interface Attempt {
  at: number
  latency: number
  fails: boolean
  retry: boolean
}

const attempt: fc.Arbitrary<Attempt> = fc.record({
  at: fc.nat(60_000),
  latency: fc.oneof(fc.nat(50), fc.nat(20_000)),
  fails: fc.boolean(),
  retry: fc.boolean(),
})

/** Runs a schedule in virtual time; gives how often the service blocked, and what was let through. */
function simulate(attempts: readonly Attempt[], shared: boolean, isReporting = false) {
  const most = isReporting ? PROVIDER_FAILURE_BUDGET : FAILURE_BUDGET
  let now = 0
  const service = createFailureBudget(() => now)
  let log: FailureLog = emptyFailureLog
  let blocks = 0
  let sent = 0
  const answers: { at: number; id: string; scope: string; fails: boolean }[] = []
  const answer = () => {
    const next = answers.shift()
    if (next === undefined) return
    now = next.at
    const caller = `key ${next.scope}`
    const blocked = service.blockedFor(caller) > 0
    if (!blocked && next.fails) service.recordFailure(caller, most)
    const nowBlocked = !blocked && service.blockedFor(caller) > 0
    if (nowBlocked) blocks += 1
    const report = isReporting
      ? { remaining: most - service.countOf(caller), resetsAtMs: now + 30_000 }
      : undefined
    const result = blocked ? 'blocked' : next.fails ? 'failed' : 'ok'
    if (shared) log = settle(log, next.id, result, now, {}, report)
  }
  for (const [index, { at, latency, fails, retry }] of attempts
    .toSorted((a, b) => a.at - b.at)
    .entries()) {
    while ((answers[0]?.at ?? Infinity) <= at) answer()
    now = at
    const id = String(index)
    const scope = isReporting ? `model-${index % 2}` : ''
    if (shared) {
      const admission = admit(log, id, retry ? 'retry' : 'click', now, scope)
      log = admission.log
      if (!admission.ok) continue
    }
    sent += 1
    answers.push({ at: at + latency, id, scope, fails })
    answers.sort((a, b) => a.at - b.at)
  }
  while (answers.length > 0) answer()
  return { blocks, sent }
}

/** How often the client sends one request that keeps failing with 500, left as it comes. */
async function attemptsOfOpenAi(): Promise<number> {
  let sent = 0
  const client = new OpenAI({
    apiKey: 'none',
    baseURL: 'http://service.invalid',
    fetch: () => {
      sent += 1
      const headers = { 'content-type': 'application/json', 'retry-after-ms': '1' }
      return Promise.resolve(new Response('{"error":"failed"}', { status: 500, headers }))
    },
  })
  await expect(client.models.list()).rejects.toThrow('500')
  return sent
}

/** A press and its repeats, by the client's own rule: half a second doubled, less up to a quarter. */
function repeatedByOpenAi(press: Attempt, attempts: number, seed: number): Attempt[] {
  if (!press.fails) return [press]
  let { at } = press
  return Array.from({ length: attempts }, (_, repeat) => {
    if (repeat > 0) {
      const less = ((seed * 31 + repeat * 17) % 100) / 400
      at += press.latency + 500 * 2 ** (repeat - 1) * (1 - less)
    }
    return { ...press, at, retry: repeat > 0 }
  })
}

describe('the failure budget', () => {
  it('never trips the block, whatever is pressed in however many tabs', () => {
    let withoutBudget = 0
    fc.assert(
      fc.property(
        fc.array(attempt, { minLength: 20, maxLength: 120, size: 'max' }),
        fc.boolean(),
        (attempts, allFail) => {
          const schedule = allFail ? attempts.map((one) => ({ ...one, fails: true })) : attempts
          expect(simulate(schedule, true).blocks).toBe(0)
          withoutBudget += simulate(schedule, false).blocks
        },
      ),
      { numRuns: 10_000, seed: 20 },
    )
    // The same schedules do trip it when nobody counts, so the proof is known to see.
    expect(withoutBudget).toBeGreaterThan(100)
  })

  it('never trips the block of a service that counts each model and reports what is left', () => {
    let withoutBudget = 0
    fc.assert(
      fc.property(
        fc.array(attempt, { minLength: 100, maxLength: 300, size: 'max' }),
        fc.boolean(),
        (attempts, allFail) => {
          const schedule = allFail ? attempts.map((one) => ({ ...one, fails: true })) : attempts
          expect(simulate(schedule, true, true).blocks).toBe(0)
          withoutBudget += simulate(schedule, false, true).blocks
        },
      ),
      { numRuns: 100, seed: 20 },
    )
    expect(withoutBudget).toBeGreaterThan(20)
  })

  it('allows what the service reports for a model, and the number of the contract elsewhere', () => {
    const report = { remaining: 49, resetsAtMs: 30_000 }
    let log = admit(emptyFailureLog, 'a', 'click', 0, 'small').log
    log = settle(log, 'a', 'failed', 10, { status: 500 }, report)
    const left = (scope: string) => {
      const { allowed, failed } = failuresOf(log, scope, 20)
      return allowed - failed.length
    }
    expect([left('small'), left('large')]).toEqual([49, FAILURE_BUDGET])
    // Without a report each failure counts, and only for its model.
    log = settle(admit(log, 'b', 'click', 20, 'small').log, 'b', 'failed', 20)
    expect([left('small'), left('large')]).toEqual([48, FAILURE_BUDGET])
    expect(failuresOf(log, 'small', 40_000).report).toBeUndefined()
  })

  it('waits for what the service names, and only with the model that it blocked', () => {
    let log = admit(emptyFailureLog, 'a', 'click', 0, 'small').log
    log = settle(log, 'a', 'blocked', 10, {}, { remaining: 7, resetsAtMs: 12_010 })
    expect(admit(log, 'b', 'click', 20, 'small')).toMatchObject({ ok: false, waitMs: 12_990 })
    expect(admit(log, 'b', 'click', 20, 'large').ok).toBe(true)
    expect(admit(log, 'b', 'click', 13_011, 'small').ok).toBe(true)
  })

  it('counts for the model and the user of a request', () => {
    expect(failureScope({ model: 'm', user: 'u', messages: [] })).toBe('m u')
    expect(failureScope({ model: 'm' })).toBe('m')
    const spellings = [
      'Maker/Model-3.3_B',
      'model 3 3 b',
      'model-3.3-b:enable_web_search=on',
      'fast',
    ]
    const idOf = (name: string) => (name === 'fast' ? 'model-3.3-b' : name)
    expect(new Set(spellings.map((model) => failureScope({ model }, idOf))).size).toBe(1)
    expect(failureScope(undefined)).toBe('')
  })

  it('trips on the same schedules when every failure is repeated as the OpenAI client does by default', async () => {
    const attempts = await attemptsOfOpenAi()
    expect(attempts).toBe(3)
    let blocks = 0
    let schedules = 0
    fc.assert(
      fc.property(
        fc.array(attempt, { minLength: 20, maxLength: 120, size: 'max' }),
        fc.boolean(),
        (presses, allFail) => {
          const schedule = allFail ? presses.map((one) => ({ ...one, fails: true })) : presses
          const repeated = schedule.flatMap((one, seed) => repeatedByOpenAi(one, attempts, seed))
          const blocked = simulate(repeated, false).blocks
          blocks += blocked
          if (blocked > 0) schedules += 1
        },
      ),
      // The first thousand of the same schedules.
      { numRuns: 1_000, seed: 20 },
    )
    expect(schedules).toBeGreaterThan(500)
  })

  it('names what failed by its operation, and nobody in it', () => {
    expect(operationOf('POST', '/chat/completions')).toBe('POST /chat/completions')
    expect(operationOf('GET', '/models?type=text&who=me')).toBe('GET /models')
    expect(operationOf('GET', `/x402/balance/0x${'a'.repeat(40)}`)).toBe('GET /x402/balance/…')
    const request = { status: 500, operation: 'GET /models' }
    const log = settle(emptyFailureLog, 'a', 'failed', 5, request)
    expect(failuresThatCount(log, 6)).toEqual([{ at: 5, ...request }])
  })

  it('lets a person press while there is room, and what nobody waits for give way first', () => {
    let log = emptyFailureLog
    for (let index = 0; index < FAILURE_BUDGET; index += 1) {
      const admission = admit(log, String(index), 'click', index)
      expect(admission.ok, `press ${index}`).toBe(true)
      log = settle(admission.log, String(index), 'failed', index)
      const left = FAILURE_BUDGET - index - 1
      expect(admit(log, 'x', 'retry', index).ok).toBe(left >= 6)
      expect(admit(log, 'x', 'background', index).ok).toBe(left >= 10)
    }
    const refused = admit(log, 'x', 'click', 100)
    expect(refused).toMatchObject({ ok: false, waitMs: 30_900 })
    expect(admit(log, 'x', 'click', 31_001).ok).toBe(true)
  })

  it('after a block nothing leaves for 30 s, then one probe, and success opens it again', () => {
    const blocked = settle(emptyFailureLog, 'a', 'blocked', 0)
    expect(admit(blocked, 'b', 'click', 29_999).ok).toBe(false)
    const probe = admit(blocked, 'b', 'click', 31_001)
    expect(probe.ok).toBe(true)
    expect(admit(probe.log, 'c', 'click', 31_002).ok).toBe(false)
    const open = settle(probe.log, 'b', 'ok', 31_100)
    expect(admit(open, 'c', 'click', 31_200).ok).toBe(true)
    expect(admit(settle(probe.log, 'b', 'blocked', 31_100), 'c', 'click', 31_200).ok).toBe(false)
  })

  it('holds back after a block, whichever response comes first and whatever the clocks say', () => {
    const [a, b] = ['a', 'b'].map((id) => ({ id, since: id === 'a' ? 0 : 10, scope: 'm' }))
    const both: FailureLog = { failed: [], open: [a, b].flatMap((one) => one ?? []) }
    const known = settle(both, 'b', 'ok', 100, {}, { remaining: 5, resetsAtMs: 30_000 })
    const late = settle(known, 'a', 'blocked', 200, {}, { remaining: 0, resetsAtMs: 30_200 })
    expect(admit(late, 'c', 'click', 300, 'm').ok).toBe(false)
    expect(admit(late, 'c', 'click', 300, 'other').ok).toBe(true)
    const past = settle(both, 'a', 'blocked', 200, {}, { remaining: 0, resetsAtMs: 100 })
    expect(admit(past, 'c', 'click', 300, 'm')).toMatchObject({ ok: false, waitMs: 30_900 })
  })

  it('remembers a lower limit than the contract has once its report is over', () => {
    let log = admit(emptyFailureLog, 'a', 'click', 0, 'm').log
    log = settle(log, 'a', 'failed', 10, { status: 400 }, { remaining: 4, resetsAtMs: 30_000 })
    expect(failuresOf(log, 'm', 40_000)).toMatchObject({ allowed: 5, failed: [] })
    expect(readFailureLog(JSON.parse(JSON.stringify(log))).limit).toBe(5)
    for (let sent = 0; sent < 5; sent += 1) {
      const id = `b${sent}`
      const admission = admit(log, id, 'background', 40_000, 'other')
      expect(admission.ok).toBe(sent < 4)
      log = settle(admit(log, id, 'click', 40_000, 'other').log, id, 'failed', 40_001)
    }
    expect(admit(log, 'c', 'click', 40_002, 'other').ok).toBe(false)
    // The next report takes its place.
    log = settle(log, 'd', 'ok', 80_000, {}, { remaining: 50, resetsAtMs: 90_000 })
    expect(failuresOf(log, 'other', 120_000).allowed).toBe(FAILURE_BUDGET)
  })

  it('counts all models together again where a service blocks without a report', () => {
    const counted = settle(emptyFailureLog, 'a', 'ok', 0, {}, { remaining: 9, resetsAtMs: 9 })
    expect(settle(counted, 'b', 'blocked', 100).reports).toBeUndefined()
  })

  it('counts a request of a tab that died as open only for a while', () => {
    const many = Array.from({ length: FAILURE_BUDGET }, (_, id) => ({ id: String(id), since: 0 }))
    const log = { ...emptyFailureLog, open: many }
    expect(admit(log, 'x', 'click', 10_000).ok).toBe(false)
    expect(admit(log, 'x', 'click', 300_001).ok).toBe(true)
  })

  it('reads whatever is stored', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const log = readFailureLog(value)
        expect(failuresThatCount(log, 0).length).toBeGreaterThanOrEqual(0)
        expect(readFailureLog(JSON.parse(JSON.stringify(log)))).toEqual(log)
      }),
    )
  })
})
