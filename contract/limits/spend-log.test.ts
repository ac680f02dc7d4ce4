import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  admitSpend,
  current,
  emptySpendLog,
  heldOf,
  readSpendLog,
  SESSION_PAUSE_MS,
  settleSpend,
  withCaps,
  withNewSession,
  type SpendLog,
} from './spend-log.ts'

const DAY = 86_400_000
const at = (now: number) => ({ now, dayStart: Math.floor(now / DAY) * DAY })
const NOON = at(DAY * 20_000 + DAY / 2)

const admitted = (log: SpendLog, id: string, ceiling: number | undefined, moment = NOON) => {
  const admission = admitSpend(log, { id, ceiling, isExempt: false }, moment)
  if (!admission.ok) throw new Error(`refused by the cap ${admission.refusal.cap}`)
  return admission.log
}

describe('spend caps', () => {
  it('are kept by any tabs and any order, as long as no request costs more than its ceiling', () => {
    const action = fc.record({
      ceiling: fc.nat(5_000),
      /** How much of the ceiling it costs in the end; undefined: it does not say. */
      share: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      settlesAfter: fc.nat(5),
      later: fc.nat(120_000),
    })
    let refused = 0
    fc.assert(
      fc.property(
        fc.record({ request: fc.nat(4_000), session: fc.nat(10_000), day: fc.nat(20_000) }),
        fc.array(action, { maxLength: 40, size: 'max' }),
        (caps, actions) => {
          let log = withCaps(emptySpendLog, caps)
          let { now } = NOON
          const open: { id: string; cost: number | undefined; after: number }[] = []
          for (const [index, { ceiling, share, settlesAfter, later }] of actions.entries()) {
            now += later
            const id = String(index)
            const admission = admitSpend(log, { id, ceiling, isExempt: false }, at(now))
            log = admission.log
            if (admission.ok) {
              expect(ceiling).toBeLessThanOrEqual(caps.request)
              const cost = share === undefined ? undefined : Math.floor(ceiling * share)
              open.push({ id, cost, after: index + settlesAfter })
            } else refused += 1
            for (const request of open.filter(({ after }) => after === index))
              log = settleSpend(log, request.id, request.cost, at(now))
            expect(log.session.spent + heldOf(log)).toBeLessThanOrEqual(caps.session)
            expect(log.day.spent + heldOf(log)).toBeLessThanOrEqual(caps.day)
          }
        },
      ),
    )
    expect(refused).toBeGreaterThan(100)
  })

  it('name themselves, what counts already, and what the request may cost', () => {
    const capped = withCaps(emptySpendLog, { request: 500, session: 800 })
    expect(admitSpend(capped, { id: 'a', ceiling: 501, isExempt: false }, NOON)).toMatchObject({
      ok: false,
      refusal: { cap: 'request', limit: 500, counted: 0, ceiling: 501 },
    })
    const held = admitted(capped, 'a', 400)
    expect(admitSpend(held, { id: 'b', ceiling: 401, isExempt: false }, NOON)).toMatchObject({
      ok: false,
      refusal: { cap: 'session', limit: 800, counted: 400, ceiling: 401 },
    })
    expect(
      admitSpend(settleSpend(held, 'a', 1, NOON), { id: 'b', ceiling: 401, isExempt: false }, NOON)
        .ok,
    ).toBe(true)
  })

  it('refuse what nobody can put a bound to, and let it go once when a person says so', () => {
    const capped = withCaps(emptySpendLog, { day: 500 })
    const asked = { id: 'a', ceiling: undefined, isExempt: false }
    expect(admitSpend(capped, asked, NOON)).toMatchObject({ ok: false, refusal: { cap: 'day' } })
    expect(admitSpend(emptySpendLog, asked, NOON).ok).toBe(true)
    const once = admitSpend(capped, { ...asked, isExempt: true }, NOON)
    expect(settleSpend(once.log, 'a', 700, NOON).day.spent).toBe(700)
  })

  it('begin anew with the day, after a pause, and by a press', () => {
    const spent = settleSpend(admitted(emptySpendLog, 'a', 9), 'a', 7, NOON)
    expect(spent).toMatchObject({ session: { spent: 7 }, day: { spent: 7 } })
    expect(current(spent, at(NOON.now + SESSION_PAUSE_MS + 1))).toMatchObject({
      session: { spent: 0 },
      day: { spent: 7 },
    })
    expect(current(spent, at(NOON.now + DAY)).day.spent).toBe(0)
    expect(withNewSession(spent, NOON)).toMatchObject({ session: { spent: 0 }, day: { spent: 7 } })
  })

  it('count a request that never told its cost, or whose tab died, with its ceiling', () => {
    const held = admitted(emptySpendLog, 'a', 9)
    expect(settleSpend(held, 'a', undefined, NOON).day.spent).toBe(9)
    expect(current(held, at(NOON.now + 900_001))).toMatchObject({ open: [], day: { spent: 9 } })
  })

  it('read whatever is stored', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readSpendLog(value)).toEqual(emptySpendLog)
      }),
    )
    const log = admitted(withCaps(emptySpendLog, { day: 5 }), 'a', 3)
    expect(readSpendLog(JSON.parse(JSON.stringify(log)))).toEqual(log)
  })
})
