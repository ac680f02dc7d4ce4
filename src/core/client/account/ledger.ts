import { microUsdFrom } from '../../../../contract/money.ts'
import type { Transaction } from '../../../../contract/wallet/balance.ts'

/** A request as the ledger of a connection knows it; money in micro-USD, times in Unix ms. */
export interface LedgerEntry {
  id: string
  /** What names it in a list of transactions and to a person, the best first: the ID of its response, then `CF-RAY`. */
  names: readonly string[]
  startedAt: number
  /** When its headers came: what they say of a balance was so before that. */
  headersAt: number
  /** Undefined while it is under way. */
  endedAt: number | undefined
  /** The least and the most that it may be charged by its response: equal where that names a cost. */
  least: number
  most: number
  /** Nothing is ever charged or reserved for it, such as for a list of models. */
  isFree: boolean
  /** What its tokens cost at list price, where nothing else is billed. */
  listed?: number
  /** The balance that its headers report, and whether it is the one before or after its charge. */
  balance?: { side: 'before' | 'after'; microUsd: number; decimals: number }
}

/** Money that does not add up, with the requests that it is about. */
export interface Difference {
  /** What was charged, by whom: the wallet's transactions, the balance, or the cost in a response. */
  by: 'transactions' | 'balance' | 'price'
  charged: number
  /** By the cost in the responses; of a cost, by usage and list price. */
  expected: number
  requests: readonly LedgerEntry[]
}

/** Transactions of a wallet as they were read. */
export interface ReadTransactions {
  rows: readonly Transaction[]
  /** So many could not be read: then no request's charge is known from them. */
  unreadable: number
  /** Older ones were not read. */
  hasMore: boolean
  /** Unix ms. */
  readAt: number
}

/** Amounts below this are rounding, micro-USD. */
const ROUNDING = 5
/** A charge may be booked so long after its response, ms. */
const BOOKED_WITHIN_MS = 1_000
/** A charge that is missing may come with one of so many later balances. */
const LATE_READINGS = 2

/** What some requests were charged together. */
interface Charged {
  requests: readonly LedgerEntry[]
  charged: number
}

/**
 * What does not add up between the costs that responses name, list prices, balances and the wallet's transactions:
 * more than 1 % and more than rounding, of a request or of all together, the newest first. A balance is compared only
 * where nothing was under way when it was reported, so that no reservation and no other charge is taken for a
 * difference.
 * @param entries requests of one account, by the time they were sent
 * @param since requests that ended before may be missing, Unix ms
 */
export function findDifferences(
  entries: readonly LedgerEntry[],
  transactions?: ReadTransactions,
  since = 0,
): Difference[] {
  const booked = transactions?.unreadable === 0 ? bookedCharges(entries, transactions) : []
  const settled = new Set(booked.flatMap(({ requests }) => requests))
  return [
    ...eachAndAll('transactions', booked),
    // What the transactions tell of each request, the balance need not tell of several.
    ...byBalance(entries, since, settled),
    ...aboveList(entries),
  ].toSorted((one, other) => lastStart(other) - lastStart(one))
}

/** What each request was charged by the wallet's transactions, as far as these are whole. */
function bookedCharges(
  entries: readonly LedgerEntry[],
  { rows, hasMore, readAt }: ReadTransactions,
): Charged[] {
  const charges = new Map<string, number>()
  /** Refunds that name no request. */
  const refunds: number[] = []
  for (const { type, amount, requestId } of rows) {
    const microUsd = microUsdFrom(amount)
    if (microUsd === undefined || type === 'TOP_UP') continue
    if (requestId != null) charges.set(requestId, (charges.get(requestId) ?? 0) - microUsd)
    else if (type === 'REFUND') refunds.push(Math.abs(microUsd))
  }
  // Older rows of the oldest request may be on the next page.
  const oldest = rows.findLast(({ requestId }) => requestId != null)?.requestId
  if (hasMore && oldest != null) charges.delete(oldest)
  return sharingNames(entries).flatMap((requests) => {
    const names = new Set(requests.flatMap((entry) => entry.names))
    const booked = [...names].flatMap((name) => charges.get(name) ?? [])
    const charged = booked.reduce((sum, amount) => sum + amount, 0)
    const isSettled = requests.every(
      ({ endedAt = Infinity }) => endedAt <= readAt - BOOKED_WITHIN_MS,
    )
    // Less than nothing is a refund whose charge is on a page that was not read.
    if (booked.length === 0 || !isSettled || (hasMore && charged < 0)) return []
    const most = total(requests.map((entry) => entry.most))
    const refund = refunds.findIndex(
      (amount) => Math.abs(charged - most - amount) <= toleranceOf(requests, 0),
    )
    const [refunded = 0] = refund === -1 ? [] : refunds.splice(refund, 1)
    return [{ requests, charged: charged - refunded }]
  })
}

/** Requests by what names them: those of a name are one, as nothing tells whose of them a transaction is. */
function sharingNames(entries: readonly LedgerEntry[]): LedgerEntry[][] {
  let groups: LedgerEntry[][] = []
  for (const entry of entries) {
    const names = new Set(entry.names)
    const isSame = (group: LedgerEntry[]) =>
      group.some((other) => other.names.some((name) => names.has(name)))
    groups = [...groups.filter((group) => !isSame(group)), [...groups.filter(isSame).flat(), entry]]
  }
  return groups
}

/** What balances went down by between two that were reported while nothing was under way. */
function byBalance(
  entries: readonly LedgerEntry[],
  since: number,
  settled: ReadonlySet<LedgerEntry>,
): Difference[] {
  const billable = entries.filter(({ isFree }) => !isFree)
  const readings = entries
    .flatMap((entry) => readingOf(entry, billable) ?? [])
    .filter(({ at }) => at >= since)
    .toSorted((one, other) => one.at - other.at)
  const decimals = Math.max(0, ...readings.map((reading) => reading.decimals))
  // A balance in whole cents tells nothing below a cent, but for all together.
  const step = 10 ** Math.max(0, 6 - decimals)
  const found: Difference[] = []
  /** Less was charged: it may only be late, and then comes on top of what follows. */
  let late: (Difference & { index: number })[] = []
  const fair: Charged[] = []
  /** So many times something stands between what is fair, each of which rounds anew. */
  let gaps = 0
  for (const [index, { at, microUsd }] of readings.entries()) {
    const before = readings[index - 1]
    if (before === undefined) continue
    const requests = billable.filter(
      ({ endedAt = Infinity }) => endedAt > before.at && endedAt <= at,
    )
    const charged = before.microUsd - microUsd
    const difference = differenceOf('balance', charged, requests, step)
    const isKnown = !requests.some((one) => one.most === Infinity || settled.has(one))
    if (charged >= -step && difference === undefined && isKnown) {
      fair.push({ requests, charged })
      continue
    }
    gaps += 1
    if (charged < -step) {
      // It went up: a top-up, or the DIEM of a new day.
      found.push(...late)
      late = []
    } else if (difference !== undefined && charged < difference.expected) {
      late.push({ ...difference, index })
    } else if (difference !== undefined) {
      const excess = charged - difference.expected
      const stillLate = withoutPaid(late, excess, (others) =>
        toleranceOf([...others, ...requests], step),
      )
      // While nothing of this page ran, what was charged is of another tab or app.
      if (stillLate === undefined && requests.length > 0) found.push(difference)
      late = stillLate ?? late
    }
  }
  found.push(...late.filter(({ index }) => index < readings.length - LATE_READINGS))
  return [
    ...found.filter(({ requests }) => !requests.some((one) => settled.has(one))),
    ...ofAll('balance', fair, step * (gaps + 1)),
  ]
}

/** What is still late after an excess that pays one of them, all, or a request of one; undefined if it pays none. */
function withoutPaid<Late extends Difference>(
  late: readonly Late[],
  excess: number,
  tolerance: (requests: readonly LedgerEntry[]) => number,
): Late[] | undefined {
  for (const some of [...late.map((one) => [one]), late]) {
    const missing = total(some.map(({ expected, charged }) => expected - charged))
    const requests = some.flatMap((one) => one.requests)
    if (some.length > 0 && Math.abs(excess - missing) <= tolerance(requests))
      return late.filter((one) => !some.includes(one))
  }
  const part = late.find(({ requests }) =>
    requests.some((one) => Math.abs(excess - one.least) <= tolerance([one])),
  )
  return part && late.map((one) => (one === part ? { ...one, charged: one.charged + excess } : one))
}

/** A balance that counts: nothing that may be billed was under way, or has just ended, when it was reported. */
function readingOf(entry: LedgerEntry, billable: readonly LedgerEntry[]) {
  const { balance, startedAt, headersAt, endedAt } = entry
  if (balance === undefined || endedAt === undefined) return undefined
  const until = balance.side === 'before' ? headersAt : endedAt
  const isClear = billable.every(
    (other) =>
      other === entry ||
      other.startedAt > until ||
      (other.endedAt ?? Infinity) < startedAt - BOOKED_WITHIN_MS,
  )
  // The one after a charge counts as at its end, the one before it as at its start.
  return isClear ? { ...balance, at: balance.side === 'before' ? startedAt : endedAt } : undefined
}

/** Costs that are above list price, of requests with nothing that is billed by use. */
function aboveList(entries: readonly LedgerEntry[]): Difference[] {
  const named = entries.flatMap((entry) =>
    entry.least === entry.most && entry.listed !== undefined
      ? { requests: [{ ...entry, least: entry.listed, most: entry.listed }], charged: entry.least }
      : [],
  )
  // A discount on one makes no room for others.
  return eachAndAll(
    'price',
    named.filter(
      ({ charged, requests }) =>
        charged >= total(requests.map((one) => one.most)) - toleranceOf(requests, 0),
    ),
  )
}

/** What is off on its own, and what is not but adds up to too much. */
function eachAndAll(by: Difference['by'], all: readonly Charged[]): Difference[] {
  const differences = all.map(({ charged, requests }) => differenceOf(by, charged, requests))
  return [
    ...differences.flatMap((difference) => difference ?? []),
    ...ofAll(
      by,
      all.filter((_, index) => differences[index] === undefined),
    ),
  ]
}

/** Charges that are each within the tolerance, if together they are too high. */
function ofAll(by: Difference['by'], all: readonly Charged[], step = 0): Difference[] {
  const fair = all.filter(({ requests }) => requests.every(({ most }) => most < Infinity))
  const difference = differenceOf(
    by,
    total(fair.map(({ charged }) => charged)),
    fair.flatMap(({ requests }) => requests),
    step,
  )
  return difference !== undefined && difference.charged > difference.expected ? [difference] : []
}

function differenceOf(
  by: Difference['by'],
  charged: number,
  requests: readonly LedgerEntry[],
  step = 0,
): Difference | undefined {
  const least = total(requests.map((one) => one.least))
  const most = total(requests.map((one) => one.most))
  const expected = charged > most ? most : least
  const isOff = charged > most || charged < least
  return isOff && Math.abs(charged - expected) > toleranceOf(requests, step)
    ? { by, charged, expected, requests }
    : undefined
}

/** 1 % of the dearest request, and a micro-USD of rounding for each; or a step of the balance. */
function toleranceOf(requests: readonly LedgerEntry[], step: number): number {
  const dearest = Math.max(0, ...requests.map(({ least }) => least))
  return Math.max(ROUNDING, step, dearest / 100) + requests.length
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

function lastStart({ requests }: Difference): number {
  return requests.at(-1)?.startedAt ?? 0
}
