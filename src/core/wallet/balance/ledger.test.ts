import { expect, test } from 'vitest'

import type { Transaction } from '../../../../contract/wallet/balance.ts'
import { findDifferences, type LedgerEntry } from '../../client/account/ledger.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { differenceText, ledgerEntries } from './ledger-entries.ts'

/*
 * A service with its own books, which charges wrongly when it is told to. The ledger sees what a page sees: the
 * responses with their headers, and a wallet's transactions.
 */

type Kind = 'key' | 'wallet'
type Plant = 'over' | 'under' | 'double' | 'none'

interface Served {
  /** ms at which it is sent, its headers come, and it ends. */
  start: number
  headers: number
  end: number
  cost: number
  fate: 'paid' | 'refused' | 'broken' | 'refunded'
  isStream: boolean
  plant: Plant
}

function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

/** Rounds of requests at once, quiet in between, of which one is charged wrongly. */
function scheduleOf(random: (below: number) => number, plant: Plant): Served[] {
  const served: Served[] = []
  let now = 1_000_000
  const rounds = 5 + random(5)
  const planted = 1 + random(rounds - 3)
  // What broke may have been charged anything: a balance tells nothing of what ran since the one before it.
  const isKnown = (round: number) => plant !== 'none' && Math.abs(round - planted) <= 1
  for (let round = 0; round < rounds; round += 1) {
    const atOnce = isKnown(round) && round !== planted ? 1 : 1 + random(5)
    const first = served.length
    for (let index = 0; index < atOnce; index += 1) {
      const start = now + random(400)
      const headers = start + 20 + random(200)
      const dice = random(20)
      served.push({
        start,
        headers,
        end: headers + 1 + random(3_000),
        cost: 1_000 + random(19_000),
        fate:
          dice === 0 && !isKnown(round)
            ? 'broken'
            : dice === 1
              ? 'refused'
              : dice === 2
                ? 'refunded'
                : 'paid',
        isStream: random(2) === 0,
        plant: 'none',
      })
    }
    const victim = served[first + random(atOnce)]
    if (round === planted && plant !== 'none' && victim !== undefined)
      Object.assign(victim, { plant, fate: 'paid' })
    now = Math.max(...served.map(({ end }) => end)) + 1_100 + random(60_000)
  }
  // Nothing is known of the last charges before a balance is reported again.
  for (const later of [0, 10_000])
    served.push({
      start: now + later,
      headers: now + later + 30,
      end: now + later + 100,
      cost: 500,
      fate: 'paid',
      isStream: false,
      plant: 'none',
    })
  return served.toSorted((one, other) => one.start - other.start)
}

/** What the page sees of a schedule. */
function serve(kind: Kind, schedule: readonly Served[], random: (below: number) => number) {
  let balance = 50_000_000
  const rows: Transaction[] = []
  const told = new Map<Served, string>()
  const steps: { at: number; run: () => void }[] = []
  const reserved = new Map<Served, number>()
  const held = (own?: Served) =>
    [...reserved].reduce((sum, [one, amount]) => (one === own ? sum : sum + amount), 0)
  const row = (at: number, type: string, microUsd: number, requestId: string | null) => {
    balance += microUsd
    const createdAt = new Date(at).toISOString()
    const id = `t${rows.length}`
    const modelId = type === 'CHARGE' ? 'm' : null
    rows.unshift({ id, amount: microUsd / 1e6, type, createdAt, requestId, modelId })
  }
  for (const [index, one] of schedule.entries()) {
    const { start, headers, end, cost, fate, plant } = one
    const id = `chatcmpl-${index}`
    steps.push({ at: start, run: () => void reserved.set(one, cost * 3) })
    steps.push({
      at: headers,
      run: () => {
        const taken = kind === 'key' ? held(one) : held()
        told.set(one, ((balance - taken) / 1e6).toFixed(6))
      },
    })
    steps.push({
      at: end,
      run: () => {
        reserved.delete(one)
        if (fate === 'refused') return
        // More than 1 % of the dearest that may be beside it.
        const off = Math.max(220, Math.ceil(cost * (0.02 + random(100) / 100)))
        const charged =
          plant === 'over'
            ? cost + off
            : plant === 'under'
              ? cost - Math.min(off, cost)
              : fate === 'broken'
                ? random(cost)
                : cost
        // A search is charged in a row of its own.
        const search = random(3) === 0 ? Math.floor(charged / 4) : 0
        if (search > 0) row(end, 'CHARGE', -search, id)
        row(end, 'CHARGE', search - charged, id)
        if (plant === 'double') row(end, 'CHARGE', -charged, id)
        // Charged too much, and given back: of a wallet only, whose transactions show it.
        if (fate === 'refunded' && kind === 'wallet') {
          row(end, 'CHARGE', -700, id)
          row(end + 1, 'REFUND', 700, random(2) === 0 ? id : null)
        }
        if (kind === 'wallet') told.set(one, ((balance - held()) / 1e6).toFixed(6))
      },
    })
  }
  // Topped up while all is quiet, away from what is charged wrongly.
  const wrong = schedule.find(({ plant }) => plant !== 'none')
  const [calm] = schedule.filter(({ start }) => Math.abs(start - (wrong?.start ?? 0)) > 200_000)
  if (calm !== undefined)
    steps.push({ at: calm.start - 500, run: () => row(calm.start, 'TOP_UP', 5_000_000, null) })
  for (const { run } of steps.toSorted((one, other) => one.at - other.at)) run()
  return { rows, exchanges: schedule.map((one, index) => exchangeOf(kind, one, index, told)) }
}

function exchangeOf(
  kind: Kind,
  served: Served,
  index: number,
  told: Map<Served, string>,
): Exchange {
  const { start, headers, end, cost, fate, isStream } = served
  const isPaid = fate === 'paid' || fate === 'refunded'
  const text = told.get(served) ?? ''
  const inDiem = kind === 'key' && index % 3 === 0 ? cost : 0
  return {
    id: `e${index}`,
    startedAt: start,
    providerName: 'vendor',
    connection: { id: 'c', name: 'C', session: 's' },
    background: false,
    request: {
      method: 'POST',
      url: 'https://api.example.com/v1/chat/completions',
      path: '/chat/completions',
      headers: [],
      bytes: 1,
      body: { model: 'm' },
    },
    outcome: isPaid ? 'done' : 'failed',
    timing: { headers: headers - start, end: end - start },
    ...(fate === 'broken' ? {} : { status: fate === 'refused' ? 429 : 200 }),
    headers: [
      ['content-type', isStream ? 'text/event-stream' : 'application/json'],
      ...(kind === 'wallet'
        ? [['x-balance-remaining', text] as const]
        : [
            ['x-vendor-balance-usd', String(Number(text) - 1)] as const,
            ['x-vendor-balance-diem', '1.00'] as const,
          ]),
    ],
    body: { kind: 'json', value: { id: `chatcmpl-${index}` }, bytes: 1 },
    events: [],
    eventCount: 0,
    receipt: isPaid ? { cost: { usd: (cost - inDiem) / 1e6, diem: inDiem / 1e6 } } : {},
  }
}

const known = () => undefined

function differencesOf(kind: Kind, seed: number, plant: Plant) {
  const random = randomOf(seed)
  const schedule = scheduleOf(random, plant)
  const { rows, exchanges } = serve(kind, schedule, random)
  const readAt = Math.max(...schedule.map(({ end }) => end)) + 10_000
  return {
    wrong: schedule.findIndex((one) => one.plant !== 'none'),
    found: findDifferences(
      ledgerEntries(exchanges, 's', known),
      kind === 'wallet' ? { rows, unreadable: 0, hasMore: false, readAt } : undefined,
    ),
  }
}

test('behavior: 300 of 300 wrong charges are named with their request, and nothing else is', () => {
  let [named, unnamed, wrongly] = [0, 0, 0]
  for (let seed = 1; seed <= 300; seed += 1) {
    const plant = (['over', 'under', 'double'] as const)[seed % 3] ?? 'over'
    const { found, wrong } = differencesOf(seed % 2 === 0 ? 'wallet' : 'key', seed, plant)
    const about = found.filter(({ requests }) => requests.some(({ id }) => id === `e${wrong}`))
    if (about.length === 1) named += 1
    else unnamed += 1
    wrongly += found.length - about.length
  }
  expect({ named, unnamed, wrongly }).toEqual({ named: 300, unnamed: 0, wrongly: 0 })
})

test('behavior: honest charges give no difference in 300 runs', () => {
  for (let seed = 1; seed <= 300; seed += 1)
    expect(differencesOf(seed % 2 === 0 ? 'wallet' : 'key', seed + 1_000, 'none').found).toEqual([])
})

test('a difference is told with its request', () => {
  const [entry] = ledgerEntries(
    [
      exchangeOf(
        'wallet',
        { start: 0, headers: 1, end: 2, cost: 10_000, fate: 'paid', isStream: true, plant: 'none' },
        1,
        new Map(),
      ),
    ],
    's',
    known,
  )
  expect(
    differenceText({
      by: 'transactions',
      charged: 12_000,
      expected: 10_000,
      requests: entry === undefined ? [] : [entry],
    }),
  ).toMatch(
    /^Charged \$0\.012, the cost of the response is \$0\.01: request chatcmpl-1, .*\d\d:\d\d$/,
  )
})

const entry = (id: string, startedAt: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  names: [id],
  startedAt,
  headersAt: startedAt + 20,
  endedAt: startedAt + 100,
  least: 1000,
  most: 1000,
  isFree: false,
  ...more,
})

test('adds up what is charged by the ID of a response and by its CF-RAY', () => {
  const charge = { type: 'CHARGE', amount: -0.001, createdAt: '' }
  const rows = ['a', 'ray'].map((requestId) => ({ ...charge, id: requestId, requestId }))
  const found = findDifferences([entry('a', 1000, { names: ['a', 'ray'] })], {
    rows,
    unreadable: 0,
    hasMore: false,
    readAt: 100_000,
  })
  expect(found).toMatchObject([{ by: 'transactions', charged: 2000, expected: 1000 }])
})

test('takes no refund for a charge while its charge is on a page that was not read', () => {
  const rows = [
    { id: '1', type: 'REFUND', amount: 0.002, createdAt: '', requestId: 'a' },
    { id: '2', type: 'CHARGE', amount: -0.001, createdAt: '', requestId: 'z' },
  ]
  const read = { rows, unreadable: 0, readAt: 100_000 }
  expect(findDifferences([entry('a', 1000)], { ...read, hasMore: true })).toEqual([])
  expect(findDifferences([entry('a', 1000)], { ...read, hasMore: false })).toHaveLength(1)
})

test('names no charge that came while nothing of this page ran', () => {
  const read = (id: string, at: number, microUsd: number) =>
    entry(id, at, {
      isFree: true,
      least: 0,
      most: 0,
      balance: { side: 'before', microUsd, decimals: 6 },
    })
  expect(findDifferences([read('a', 10_000, 5_000_000), read('b', 60_000, 4_990_000)])).toEqual([])
  // A late charge is no other's.
  const late = [
    entry('a', 10_000, { balance: { side: 'before', microUsd: 5_000_000, decimals: 6 } }),
    read('b', 20_000, 5_000_000),
    read('c', 30_000, 4_999_000),
  ]
  expect(findDifferences(late)).toEqual([])
})

/** Requests one after the other, each with the balance before it: `charged` is booked when the next one is sent. */
const inTurn = (charged: readonly number[], decimals = 6, more: Partial<LedgerEntry> = {}) => {
  let microUsd = 5_000_000
  return [...charged, 0].map((amount, index) => {
    const told = Number((microUsd / 1e6).toFixed(decimals)) * 1e6
    microUsd -= amount
    return entry(`r${index}`, 10_000 * (index + 1), {
      balance: { side: 'before', microUsd: Math.round(told), decimals },
      ...more,
    })
  })
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

test('adds up what is charged too much below a step of the balance, and below 1 %', () => {
  expect(findDifferences(inTurn(times(50, 1000), 2))).toEqual([])
  const [cents, ...more] = findDifferences(inTurn(times(50, 1400), 2))
  expect(more).toEqual([])
  expect(cents).toMatchObject({ by: 'balance', charged: 70_000, expected: 50_000 })
  expect(cents?.requests).toHaveLength(50)
  expect(cents && differenceText(cents)).toMatch(
    /^The balance went down by \$0\.07, the cost of the 50 responses is \$0\.05: requests r0, .* to r49, .*$/,
  )
  const parts = { least: 100_000, most: 100_000 }
  expect(findDifferences(inTurn(times(9, 100_900), 6, parts))).toMatchObject([
    { by: 'balance', charged: 908_100, expected: 900_000 },
  ])
  const rows = times(9, -0.1009).map((amount, index) => ({
    id: `t${index}`,
    type: 'CHARGE',
    amount,
    createdAt: '',
    requestId: `r${index}`,
  }))
  const read = { rows, unreadable: 0, hasMore: false, readAt: 1_000_000 }
  expect(findDifferences(inTurn([...times(9, 0)], 6, parts), read)).toMatchObject([
    { by: 'transactions', charged: 908_100, expected: 900_000 },
  ])
  const listed = { least: 100_900, most: 100_900, listed: 100_000 }
  const own = times(9, listed).map((one, index) => entry(`r${index}`, 10_000 * index, one))
  expect(findDifferences(own)).toMatchObject([{ by: 'price', charged: 908_100 }])
  // One is a rounding, and what a discount saves is no room for the others.
  expect(findDifferences(own.slice(0, 1))).toEqual([])
  expect(findDifferences([entry('d', 1, { listed: 90_000 }), ...own])).toHaveLength(1)
})

test.each([
  ['one balance late', [0, 1000, 2000, 1000, 1000, 1000]],
  ['two balances late', [0, 1000, 1000, 2000, 1000, 1000]],
  ['many balances late', [0, 1000, 1000, 1000, 1000, 1000, 2000]],
  ['with another that is late', [0, 0, 1000, 3000, 1000, 1000]],
  ['after one that is late too', [0, 0, 2000, 2000, 1000, 1000]],
])('a charge that comes %s is no difference', (_, charged) => {
  expect(findDifferences(inTurn(charged))).toEqual([])
})

test('a charge that never comes is a difference, and so is one that was not missing', () => {
  expect(findDifferences(inTurn([1000, 0, 1000]))).toEqual([])
  expect(findDifferences(inTurn([1000, 0, 1000, 1000]))).toMatchObject([
    { charged: 0, expected: 1000, requests: [{ id: 'r1' }] },
  ])
  expect(findDifferences(inTurn([1000, 0, 1000, 1500, 1000, 1000]))).toMatchObject([
    { charged: 1500, requests: [{ id: 'r3' }] },
    { charged: 0, requests: [{ id: 'r1' }] },
  ])
})

test('requests whose responses have one ID are compared together', () => {
  const same = [entry('a', 1000), entry('b', 2000, { names: ['a'] })]
  const charge = { type: 'CHARGE', amount: -0.001, createdAt: '', requestId: 'a' }
  const rows = [
    { ...charge, id: '1' },
    { ...charge, id: '2' },
  ]
  const read = { unreadable: 0, hasMore: false, readAt: 100_000 }
  expect(findDifferences(same, { ...read, rows })).toEqual([])
  expect(findDifferences(same, { ...read, rows: rows.slice(1) })).toMatchObject([
    { charged: 1000, expected: 2000, requests: [{ id: 'a' }, { id: 'b' }] },
  ])
})

test('takes no charge from transactions of which some are unreadable', () => {
  const rows = [{ id: '1', type: 'CHARGE', amount: -0.003, createdAt: '', requestId: 'a' }]
  const read = { rows, hasMore: false, readAt: 100_000 }
  expect(findDifferences([entry('a', 1000)], { ...read, unreadable: 0 })).toHaveLength(1)
  expect(findDifferences([entry('a', 1000)], { ...read, unreadable: 1 })).toEqual([])
})

test('compares no balance that was reported before a request that is no longer known', () => {
  const [first, second, ...others] = inTurn([1000, 1000, 1000, 1000])
  if (first === undefined || second === undefined) throw new Error('no requests')
  expect(findDifferences([first, ...others])).toHaveLength(1)
  expect(findDifferences([first, ...others], undefined, second.endedAt)).toEqual([])
})
