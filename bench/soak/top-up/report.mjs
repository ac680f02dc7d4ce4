// @ts-check
/** @typedef {import('./plan.mjs').Plan} Plan */
/** @typedef {{ plan: Plan, ours: import('./wallet-run.mjs').RunResult, control?: { payments: number, end: string } }} Record */

/** Paid twice, paid for nothing, or not certain after half a minute. @param {Record} record @returns {boolean} */
export function isBad({ ours }) {
  return ours.payments !== 1 || ours.end !== 'credited'
}

/** @param {Record[]} records @returns {string} */
export function report(records) {
  const ours = records.map((record) => record.ours)
  const control = records.flatMap((record) => record.control ?? [])
  const waits = ours.map(({ settledMs }) => settledMs).toSorted((a, b) => a - b)
  const at = (/** @type {number} */ part) => waits[Math.floor((waits.length - 1) * part)] ?? 0
  return [
    `The wallet area, ${ours.length} interrupted top-ups:`,
    `  payments of one top-up: ${histogram(ours)}`,
    `  lost: ${lost(ours)}; stuck after 30 s: ${ours.filter(({ end }) => end === 'stuck').length}; nothing signed before the interruption, so pressed again: ${ours.filter(({ again }) => again).length}`,
    `  certain after: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`,
    ...byFault(records),
    `Control, the x402 fetch wrapper and somebody who tries again, ${control.length} top-ups:`,
    `  payments of one top-up: ${histogram(control)}`,
    `  paid and never told: ${lost(control)}`,
  ].join('\n')
}

/** @param {{ payments: number }[]} results @returns {string} */
function histogram(results) {
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const { payments } of results) counts.set(payments, (counts.get(payments) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([payments, count]) => `${payments} × ${count}`)
    .join(', ')
}

/** @param {{ payments: number, end: string }[]} results @returns {number} */
function lost(results) {
  return results.filter(({ payments, end }) => payments > 0 && end !== 'credited').length
}

/** @param {Record[]} records @returns {string[]} */
function byFault(records) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  for (const { plan } of records)
    for (const name of plan.step === undefined ? plan.faults : [plan.name])
      seen.set(`${plan.chain}, ${name}`, (seen.get(`${plan.chain}, ${name}`) ?? 0) + 1)
  return [...seen].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, n]) => `  ${name}: ${n}`)
}
