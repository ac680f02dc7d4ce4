import { expect, it } from 'vitest'

import { FAILURE_BUDGET, FAILURE_WINDOW_MS } from '../../../../contract/limits/sizes.ts'
import { boardOf, fakeBrowser, type Reply, type Tab } from '../testing/fake-browser.ts'

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A service that is slow, fails, limits and breaks off by chance. */
function stormyReply(random: () => number, failing: number): () => Reply {
  return () => {
    const after = Math.floor(random() * 2_000)
    const cost = Math.floor(random() * 100)
    const dice = random()
    if (dice < failing / 3) return { after, status: 500 }
    if (dice < (2 * failing) / 3) return { after, isLost: true, cost }
    if (dice < failing) return { after, status: 429, headers: { 'retry-after': '3' } }
    return { after, cost }
  }
}

type Browser = ReturnType<typeof fakeBrowser>

/** The most failures that any window of the service's length saw. */
function mostFailures({ served }: Browser): number {
  const failed = served.filter(({ status }) => status !== 200).map(({ at }) => at)
  return failed.reduce(
    (most, from) =>
      Math.max(most, failed.filter((at) => at >= from && at < from + FAILURE_WINDOW_MS).length),
    0,
  )
}

/** How often each cell was sent and not refused: such a request may be charged. */
function chargeableByCell({ served }: Browser): number[] {
  const counts = new Map<string, number>()
  for (const { body, status } of served) {
    if (status !== undefined && status >= 400) continue
    const key = JSON.stringify([body['messages'], body['temperature']])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts.values()]
}

/**
 * Presses Run until nothing waits; tabs die by chance while they write, before or after. `presses` bounds it.
 */
async function runThroughDeaths(
  browser: Browser,
  board: ReturnType<typeof boardOf>,
  random: () => number,
  deathRate: number,
): Promise<void> {
  for (let press = 0; press < 400; press += 1) {
    const dying = new AbortController()
    const died = new Promise((resolve) => dying.signal.addEventListener('abort', resolve))
    let hasDied = false
    const die = () => {
      hasDied = true
      tab.close()
      dying.abort()
    }
    const tab: Tab = browser.openTab(() => {
      const dice = random()
      if (dice < deathRate) die()
      else if (dice < 2 * deathRate) void browser.sleep(Math.floor(random() * 500)).then(die)
    })
    const run = async () => tab.evaluation.start(await tab.evaluation.plan(board, 'rest'))
    await browser.until(Promise.race([run(), died]))
    const left =
      board.cases.length * board.configurations.length -
      browser.cells.size +
      browser.count('waiting')
    if (!hasDied && left === 0) return
    const { reason } = tab.evaluation.state.getState()
    if (!hasDied && reason?.kind === 'spend-limit') return
    tab.close()
    // Models can't be listed while lost requests may still count as failures.
    await browser.until(browser.sleep(60_000))
  }
  throw new Error('It never ends.')
}

it('loses and repeats none of 800 cells through failures, delays and dead tabs', async () => {
  const random = randomOf(7)
  const browser = fakeBrowser(stormyReply(random, 0.15))
  const [one] = boardOf(1).configurations
  const configurations = [0, 1, 2, 3].map((temperature) => ({
    ...one,
    id: `t${temperature}`,
    model: 'cheap',
    settings: { ...one?.settings, temperature: temperature / 10 },
  }))
  const board = boardOf(200, { configurations })
  await runThroughDeaths(browser, board, random, 0.006)
  // What was under way when the last tab died is known as soon as the board is opened.
  const records = await browser.until(browser.openTab().evaluation.load('board'))
  expect(records).toHaveLength(800)
  expect(browser.count('waiting') + browser.count('running')).toBe(0)
  const counts = chargeableByCell(browser)
  expect(counts.every((count) => count === 1)).toBe(true)
  // Each cell was sent, or was refused by a 500, or its tab died just before.
  const lost = browser.served.filter(({ status }) => status === undefined).length
  expect(browser.count('done') + lost).toBeLessThanOrEqual(counts.length)
  for (const { status, error } of records)
    if (status === 'error') expect(error?.message).not.toBe('')
  expect(browser.atOnce.most).toBeLessThanOrEqual(4)
  expect(mostFailures(browser)).toBeLessThan(FAILURE_BUDGET)
})

it('never overshoots its spend limit, in 100 random schedules with dying tabs', async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = randomOf(seed)
    const browser = fakeBrowser(stormyReply(random, 0.1))
    const spendLimit = 300 + Math.floor(random() * 1_500)
    const board = boardOf(20, { spendLimit })
    await runThroughDeaths(browser, board, random, seed % 2 === 0 ? 0.05 : 0)
    expect(browser.spent()).toBeLessThanOrEqual(spendLimit)
    expect(chargeableByCell(browser).every((count) => count === 1)).toBe(true)
    expect(browser.atOnce.most).toBeLessThanOrEqual(4)
  }
})

it('stops long before the service blocks the key, when everything fails', async () => {
  const browser = fakeBrowser(() => ({ after: 5, status: 500 }))
  const { evaluation } = browser.openTab()
  await browser.until(evaluation.plan(boardOf(100), 'rest').then((plan) => evaluation.start(plan)))
  expect(evaluation.state.getState()).toMatchObject({
    status: 'stopped',
    reason: { kind: 'failures' },
  })
  expect(browser.served.length).toBeLessThan(FAILURE_BUDGET / 2)
})
