import { microUsdFrom } from '../../../../contract/money.ts'
import type { Transaction } from '../../../../contract/wallet/transactions.ts'

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
  /** Older ones were not read. */
  hasMore: boolean
  /** Unix ms. */
  readAt: number
}

/** Amounts below this are rounding, micro-USD. */
const ROUNDING = 5
/** A charge may be booked so long after its response, ms. */
const BOOKED_WITHIN_MS = 1_000

/**
 * What does not add up between the costs that responses name, list prices, balances and the wallet's transactions:
 * more than 1 % and more than rounding, the newest first. A balance is compared only where nothing was under way
 * when it was reported, so that no reservation and no other charge is taken for a difference.
 * @param entries requests of one account, by the time they were sent
 */
export function findDifferences(
  entries: readonly LedgerEntry[],
  transactions?: ReadTransactions,
): Difference[] {
  const booked = transactions === undefined ? [] : bookedCharges(entries, transactions)
  const settled = new Set(booked.map(({ entry }) => entry))
  return [
    ...booked.flatMap(({ entry, charged }) => differenceOf('transactions', charged, [entry]) ?? []),
    // What the transactions tell of each request, the balance need not tell of several.
    ...byBalance(entries).filter(({ requests }) => !requests.some((one) => settled.has(one))),
    ...entries.flatMap((entry) => aboveList(entry) ?? []),
  ].toSorted((one, other) => lastStart(other) - lastStart(one))
}

/** What each request was charged by the wallet's transactions, as far as these are whole. */
function bookedCharges(
  entries: readonly LedgerEntry[],
  { rows, hasMore, readAt }: ReadTransactions,
): { entry: LedgerEntry; charged: number }[] {
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
  return entries.flatMap((entry) => {
    const booked = [...new Set(entry.names)].flatMap((name) => charges.get(name) ?? [])
    const charged = booked.reduce((sum, amount) => sum + amount, 0)
    const isSettled = (entry.endedAt ?? Infinity) <= readAt - BOOKED_WITHIN_MS
    // Less than nothing is a refund whose charge is on a page that was not read.
    if (booked.length === 0 || !isSettled || (hasMore && charged < 0)) return []
    const refund = refunds.findIndex(
      (amount) => Math.abs(charged - entry.most - amount) <= toleranceOf([entry], 0),
    )
    const [refunded = 0] = refund === -1 ? [] : refunds.splice(refund, 1)
    return [{ entry, charged: charged - refunded }]
  })
}

/** What balances went down by between two that were reported while nothing was under way. */
function byBalance(entries: readonly LedgerEntry[]): Difference[] {
  const billable = entries.filter(({ isFree }) => !isFree)
  const readings = entries
    .flatMap((entry) => readingOf(entry, billable) ?? [])
    .toSorted((one, other) => one.at - other.at)
  const decimals = Math.max(0, ...readings.map((reading) => reading.decimals))
  // A balance in whole cents tells nothing below a cent.
  const step = 10 ** Math.max(0, 6 - decimals)
  const found: Difference[] = []
  /** Less was charged: it may only be late, and then comes on top of what follows. */
  let late: Difference | undefined
  for (const [index, { at, microUsd }] of readings.entries()) {
    const before = readings[index - 1]
    if (before === undefined) continue
    const requests = billable.filter(
      ({ endedAt = Infinity }) => endedAt > before.at && endedAt <= at,
    )
    const charged = before.microUsd - microUsd
    // It went up: a top-up, or the DIEM of a new day.
    if (charged < -step) {
      if (late !== undefined) found.push(late)
      late = undefined
      continue
    }
    const difference = differenceOf('balance', charged, requests, step)
    const isOver = difference !== undefined && charged > difference.expected
    const excess = isOver ? charged - difference.expected : 0
    if (late !== undefined) {
      const missing = late.expected - late.charged
      const isLate =
        isOver && Math.abs(excess - missing) <= toleranceOf([...late.requests, ...requests], step)
      if (!isLate) found.push(late)
      late = undefined
      if (isLate) continue
    }
    if (!isOver) late = difference
    // While nothing of this page ran, what was charged is of another tab or app.
    else if (requests.length > 0) found.push(difference)
  }
  return found
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

/** A cost that is above list price, with nothing in the request that is billed by use. */
function aboveList(entry: LedgerEntry): Difference | undefined {
  const { least, most, listed } = entry
  const isNamed = least === most && listed !== undefined
  return isNamed && least > listed + toleranceOf([entry], 0)
    ? { by: 'price', charged: least, expected: listed, requests: [entry] }
    : undefined
}

function differenceOf(
  by: Difference['by'],
  charged: number,
  requests: readonly LedgerEntry[],
  step = 0,
): Difference | undefined {
  const least = requests.reduce((sum, one) => sum + one.least, 0)
  const most = requests.reduce((sum, one) => sum + one.most, 0)
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

function lastStart({ requests }: Difference): number {
  return requests.at(-1)?.startedAt ?? 0
}
