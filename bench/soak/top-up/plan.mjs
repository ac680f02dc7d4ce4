// @ts-check
/** What is going to happen to one top-up, worked out from its seed before it begins. */

/** What may be done to a payment that was sent. */
const FAULTS = /** @type {const} */ ([
  'none',
  'dropped before settling',
  'dropped when settled',
  'dropped when credited',
  '502 after settling',
  '402 after settling',
  'slower than the client waits',
  'service killed',
])

/** Where a top-up can be held, in their order. */
export const STEPS = /** @type {const} */ ([
  'after intent',
  'after signature',
  'after log commit',
  'after send',
  'after headers',
  'after body',
])

export const CHAINS = /** @type {const} */ (['evm', 'solana'])

/** @typedef {(typeof FAULTS)[number]} Fault */
/** @typedef {(typeof STEPS)[number]} Step */
/** @typedef {(typeof CHAINS)[number]} ChainName */

/**
 * @typedef {object} Plan
 * @property {string} name
 * @property {ChainName} chain
 * @property {Fault[]} faults of the payments that are sent, in order; none after them
 * @property {{ afterMs: number, crash: boolean }[]} interruptions
 * @property {Step} [step] where it is held before the first interruption
 * @property {number} killAfterMs how long after a payment came in the service is killed
 */

/**
 * Three interruptions at random, seven of ten by a reload and the others by a crash of the page. The kinds
 * of faults take turns, so that every one of them meets both chains.
 * @param {number} seed
 * @param {number} run from 0
 * @returns {Plan}
 */
export function randomPlan(seed, run) {
  const random = randomFrom(seed + run)
  const kinds = FAULTS.slice(1)
  const first = kinds[Math.floor(run / CHAINS.length) % kinds.length] ?? 'none'
  const more = Array.from(
    { length: Math.floor(random() * 3) },
    () => FAULTS[Math.floor(random() * FAULTS.length)] ?? 'none',
  )
  return {
    name: `seed ${seed + run}`,
    chain: CHAINS[run % CHAINS.length] ?? 'evm',
    faults: [first, ...more],
    interruptions: Array.from({ length: 3 }, () => ({
      afterMs: random() * 1200,
      crash: random() >= 0.7,
    })),
    killAfterMs: random() * 150,
  }
}

/** Every named step, by a reload and by a crash, on both chains. @returns {Plan[]} */
export function directedPlans() {
  return STEPS.flatMap((step) =>
    CHAINS.flatMap((chain) =>
      [false, true].map((crash) => ({
        name: `${crash ? 'crash' : 'reload'} ${step}`,
        chain,
        faults: [],
        interruptions: [{ afterMs: 0, crash }],
        step,
        killAfterMs: 0,
      })),
    ),
  )
}

/** @param {number} seed @returns {() => number} between 0 and 1, the same row for the same seed */
function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
