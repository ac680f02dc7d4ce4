import { describe, expect, it } from 'vitest'

import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import type { Board } from '../board.ts'
import { boardOf, fakeBrowser, type Tab } from '../testing/fake-browser.ts'
import { priceRun, type RunScope } from './run-plan.ts'

type Browser = ReturnType<typeof fakeBrowser>

it('runs every cell once, at most four at once, and stores each before it is sent', async () => {
  const browser = fakeBrowser(() => ({ after: 100 }))
  const stored: string[] = []
  const { evaluation } = browser.openTab((records) =>
    stored.push(records.map(({ status }) => status).join()),
  )
  const board = boardOf(10, { repeats: 2 })
  const plan = await browser.until(evaluation.plan(board, 'rest'))
  expect(plan).toMatchObject({ unknownCosts: 0, faults: [], spent: 0 })
  expect(plan.cells).toHaveLength(20)
  expect(browser.served).toHaveLength(0)
  await browser.until(evaluation.start(plan))
  expect(browser.served).toHaveLength(20)
  expect(new Set(browser.served.map(({ body }) => JSON.stringify(body))).size).toBe(10)
  expect(browser.atOnce.most).toBe(4)
  expect(browser.count('done')).toBe(20)
  expect(evaluation.state.getState()).toMatchObject({
    status: 'idle',
    done: 20,
    total: 20,
    open: 0,
    spent: 2000,
  })
  expect(stored[1]).toBe('running')
})

/** Plans and runs; resolves when the run has ended. */
async function press(
  browser: Browser,
  { evaluation }: Tab,
  board: Board,
  scope: RunScope = 'rest',
): Promise<void> {
  await browser.until(evaluation.plan(board, scope).then((plan) => evaluation.start(plan)))
}

it('sends again what was sent before its connection was pointed elsewhere', async () => {
  const browser = fakeBrowser(() => ({ after: 1 }))
  const tab = browser.openTab()
  const board = boardOf(2)
  await press(browser, tab, board)
  const { connections } = tab.client
  const { connection } = connections.store.getState()
  if (connection === undefined) throw new Error('There is no connection.')
  connections.connectRemote({ ...connection, baseUrl: 'http://127.0.0.1:2/v1' })
  expect((await browser.until(tab.evaluation.plan(board, 'rest'))).cells).toHaveLength(2)
})

it.each([
  [401, 'unauthorized'],
  [402, 'payment'],
])('stops at a %i, and what was refused waits', async (status, kind) => {
  const browser = fakeBrowser((_, served) => ({ after: 10, status: served < 5 ? 200 : status }))
  const tab = browser.openTab()
  await press(browser, tab, boardOf(20))
  expect(tab.evaluation.state.getState()).toMatchObject({ status: 'stopped', reason: { kind } })
  expect(browser.served.length).toBeLessThanOrEqual(9)
  expect([browser.count('done'), browser.count('waiting')]).toEqual([5, 15])
})

it('waits until a rate limit has reset, and sends what was refused again', async () => {
  const browser = fakeBrowser((_, served) =>
    served === 2 ? { after: 1, status: 429, headers: { 'retry-after': '60' } } : { after: 50 },
  )
  const tab = browser.openTab()
  const begun = browser.now()
  await press(browser, tab, boardOf(10))
  expect(browser.count('done')).toBe(10)
  expect(browser.served.filter(({ at }) => at > begun + 100 && at < begun + 59_000)).toEqual([])
})

it('sends no more than a window of the rate limit has left', async () => {
  let resetAt = 0
  let left = 0
  const browser = fakeBrowser(() => {
    if (browser.now() >= resetAt) [resetAt, left] = [browser.now() + 60_000, 6]
    left -= 1
    return {
      after: 20,
      status: left < 0 ? 429 : 200,
      headers: {
        'x-ratelimit-limit-requests': '6',
        'x-ratelimit-remaining-requests': String(Math.max(0, left)),
        'x-ratelimit-reset-requests': String(resetAt),
      },
    }
  })
  await press(browser, browser.openTab(), boardOf(20))
  expect(browser.served.map(({ status }) => status)).toEqual(Array(20).fill(200))
})

it('says what may have been charged, and never sends it again by itself', async () => {
  const browser = fakeBrowser((_, served) =>
    served === 0 ? { after: 1, isLost: true } : { after: 1, status: served === 1 ? 500 : 200 },
  )
  const tab = browser.openTab()
  const board = boardOf(4)
  await press(browser, tab, board)
  const charges = [...browser.cells.values()].map(({ error }) => error?.mayBeCharged)
  expect(new Set(charges)).toEqual(new Set([false, true, undefined]))
  await press(browser, tab, board)
  expect(browser.served).toHaveLength(4)
  await press(browser, tab, board, 'failed')
  expect(browser.served).toHaveLength(6)
  expect(browser.count('done')).toBe(4)
})

it('pauses, goes on where it was, and stops giving back what was there before', async () => {
  const browser = fakeBrowser(() => ({ after: 100 }))
  const tab = browser.openTab()
  const { evaluation } = tab
  const board = boardOf(12)
  const first = press(browser, tab, board)
  const pausing = browser.sleep(150).then(() => evaluation.pause())
  await first
  await pausing
  expect(evaluation.state.getState()).toMatchObject({ status: 'paused', reason: undefined })
  expect([browser.count('done'), browser.count('waiting')]).toEqual([8, 4])
  await press(browser, tab, board)
  expect(browser.served).toHaveLength(12)
  const before = new Map(browser.cells)
  const again = press(browser, tab, board, 'all')
  void browser.sleep(150).then(() => evaluation.stop())
  await again
  expect(evaluation.state.getState()).toMatchObject({
    status: 'stopped',
    reason: { kind: 'stopped' },
    open: 0,
  })
  const changed = [...browser.cells].filter(([key, record]) => before.get(key) !== record)
  // Four of the second round had settled, four were under way, the others are as they were.
  expect(changed.map(([, { status }]) => status).toSorted()).toEqual([
    ...Array(4).fill('done'),
    ...Array(4).fill('error'),
  ])
  expect(tab.shown).toEqual(browser.cells)
})

it('leaves a board to the tab that runs it, and settles what that tab leaves behind', async () => {
  const browser = fakeBrowser(() => ({ after: 1_000 }))
  const [one, other] = [browser.openTab(), browser.openTab()]
  const board = boardOf(8)
  const plan = await browser.until(other.evaluation.plan(board, 'rest'))
  const running = one.evaluation.plan(board, 'rest').then((own) => one.evaluation.start(own))
  await browser.until(browser.sleep(500))
  await browser.until(other.evaluation.start(plan))
  expect(other.evaluation.state.getState().reason?.kind).toBe('elsewhere')
  await browser.until(other.evaluation.load('board'))
  expect(browser.count('running')).toBe(4)
  one.close()
  void running
  await browser.until(browser.sleep(1))
  expect([...other.shown.values()].filter(({ error }) => error?.mayBeCharged)).toHaveLength(4)
  // What was planned before is not what is stored now: nothing of it is sent.
  await browser.until(other.evaluation.start(plan))
  expect(browser.served).toHaveLength(4)
  await press(browser, other, board)
  expect(browser.served).toHaveLength(8)
})

it('runs a board whose price is worked out at the same time', async () => {
  for (let seed = 1; seed <= 50; seed++) {
    let reads = 0
    const readMs = () => 1 + ((seed * 7 + (reads += 1) * 5) % 11)
    const browser = fakeBrowser(() => ({ after: 10 }), readMs)
    const { evaluation } = browser.openTab()
    const board = boardOf(2)
    // Each looks at what is stored, under the lock of the board.
    void evaluation.plan(board, 'rest')
    const run = evaluation.plan(board, 'rest').then((plan) => evaluation.start(plan))
    void evaluation.load('board')
    await browser.until(run)
    expect(evaluation.state.getState().reason, `seed ${seed}`).toBeUndefined()
    expect(browser.served, `seed ${seed}`).toHaveLength(2)
  }
})

it('runs nothing whose cost is not known under a spend limit, and says so before', async () => {
  const browser = fakeBrowser(() => ({ after: 1 }))
  const { evaluation } = browser.openTab()
  const configurations = [{ id: 'a', model: 'unpriced', settings: { stream: false } }]
  const board = boardOf(3, { configurations, spendLimit: 1_000_000 })
  const plan = await browser.until(evaluation.plan(board, 'rest'))
  expect(plan).toMatchObject({ unknownCosts: 3, maxCost: 0 })
  await browser.until(evaluation.start(plan))
  expect(evaluation.state.getState().reason?.kind).toBe('unknown-cost')
  expect(browser.served).toHaveLength(0)
})

it('keeps the spend limits of the page too', async () => {
  const browser = fakeBrowser(() => ({ after: 10 }))
  const tab = browser.openTab()
  const { connection } = tab.client.connections.store.getState()
  if (connection === undefined) return expect.fail('not connected')
  await browser.until(spendLimitsOf(tab.client).setLimits(connection, { session: 450 }))
  await press(browser, tab, boardOf(10))
  expect(tab.evaluation.state.getState().reason?.kind).toBe('spend-limit')
  expect(browser.spent()).toBeLessThanOrEqual(450)
  expect(browser.count('done')).toBeGreaterThanOrEqual(3)
  expect(browser.count('error')).toBe(0)
})

it('sends changed cells again', async () => {
  const browser = fakeBrowser(() => ({ after: 1 }))
  const tab = browser.openTab()
  const board = boardOf(3)
  await press(browser, tab, board)
  const [first, ...others] = board.cases
  const changed = { ...first, id: 'case-0', variables: { input: 'Another' } }
  await press(browser, tab, { ...board, cases: [changed, ...others] }, 'rest')
  expect(browser.served).toHaveLength(4)
  await press(browser, tab, board, { caseId: 'case-2', configurationId: 'a', repeat: 0 })
  expect(browser.served).toHaveLength(5)
})

it('says which cells can not be sent, and sends the others', async () => {
  const browser = fakeBrowser(() => ({ after: 1 }))
  const tab = browser.openTab()
  const board = boardOf(2)
  const cases = [...board.cases, { id: 'empty', variables: {} }]
  const far = { id: 'b', model: 'cheap', settings: {}, connection: { id: 'x', name: 'Far' } }
  const configurations = [...board.configurations, far]
  const { evaluation } = tab
  const plan = await browser.until(evaluation.plan({ ...board, cases, configurations }, 'rest'))
  expect(plan.cells).toHaveLength(2)
  expect(plan.faults.map(({ messages }) => messages[0])).toEqual([
    expect.stringContaining('Connect to Far first'),
    expect.stringContaining('Connect to Far first'),
    expect.stringContaining('variable input'),
    expect.stringContaining('Connect to Far first'),
  ])
})

it('asks judges within the same limits, and writes down what they may cost', async () => {
  const judged: number[] = []
  const browser = fakeBrowser((body) =>
    body['model'] === 'judge'
      ? { after: 5, text: '{"reason":"Right.","pass":true}', cost: 50 }
      : { after: 5, cost: 10 },
  )
  const tab = browser.openTab((records) => {
    for (const { outcomes } of records)
      for (const { result, cost } of outcomes ?? [])
        if (result === 'undecided') judged.push(cost ?? 0)
  })
  const judge = { id: 'j', type: 'judge' as const, model: 'judge', criteria: 'Right', votes: 3 }
  const board = boardOf(3, { checks: [judge], spendLimit: 20_000 })
  const plan = await browser.until(tab.evaluation.plan(board, 'rest'))
  expect(plan.judgments).toBe(9)
  // Three votes for each of three responses, whose 100 tokens the judge reads too.
  const without = await browser.until(tab.evaluation.plan({ ...board, checks: [] }, 'rest'))
  const perVote = (plan.maxCost - without.maxCost) / 9
  expect(perVote).toBeGreaterThan(1_200)
  expect(perVote).toBeLessThan(2_000)
  await browser.until(tab.evaluation.start(plan))
  expect(browser.count('passed')).toBe(3)
  expect(judged).toHaveLength(9)
  expect(Math.min(...judged)).toBeGreaterThan(50)
  expect(Math.max(...judged)).toBeLessThanOrEqual(3 * perVote)
  expect(tab.evaluation.state.getState().spent).toBe(480)
})

it('begins no cell whose judges could exceed the limit, and stops where a judge costs more', async () => {
  const judge = { id: 'j', type: 'judge' as const, model: 'judge', criteria: 'Right', votes: 1 }
  const board = boardOf(3, { checks: [judge] })
  // The response alone would fit.
  const small = fakeBrowser(() => ({ after: 5, cost: 10 }))
  const first = small.openTab()
  await press(small, first, { ...board, spendLimit: 400 })
  expect(first.evaluation.state.getState().reason?.kind).toBe('spend-limit')
  expect(small.served).toEqual([])
  // A response that is much longer than its limit says: the judge's price is known only then.
  const tight = fakeBrowser(() => ({ after: 5, cost: 10, text: 'x'.repeat(9_000) }))
  const other = tight.openTab()
  await press(tight, other, { ...board, spendLimit: 2_500 })
  expect(other.evaluation.state.getState().reason?.kind).toBe('spend-limit')
  expect(tight.spent()).toBeLessThanOrEqual(2_500)
  expect([...tight.cells.values()].some(({ response }) => response !== undefined)).toBe(true)
})

it('sends nothing for a board that was deleted, or that can not be stored', async () => {
  const browser = fakeBrowser(() => ({ after: 1 }))
  browser.deleted.board = true
  const gone = browser.openTab()
  await press(browser, gone, boardOf(2))
  expect(gone.evaluation.state.getState().reason?.kind).toBe('deleted')
  const full = fakeBrowser(() => ({ after: 1 }))
  const tab = full.openTab(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await press(full, tab, boardOf(2))
  expect(tab.evaluation.state.getState().reason?.kind).toBe('storage')
  expect([...browser.served, ...full.served]).toEqual([])
})

describe('the price of a run', () => {
  const judge = { id: 'j', type: 'judge' as const, model: 'judge', criteria: 'Right', votes: 3 }
  const price = async (browser: Browser, { evaluation }: Tab, board: Board) =>
    browser.until(evaluation.price(board, new AbortController().signal))

  it.each<[string, Partial<Board>]>([
    ['repeats', { repeats: 3 }],
    ['judges', { checks: [judge], repeats: 2 }],
    [
      'cases that continue others',
      {
        repeats: 2,
        cases: boardOf(12).cases.map((row, at) =>
          at % 3 === 0 ? row : { ...row, continues: true as const },
        ),
      },
    ],
    ['an unknown price', { configurations: [{ id: 'u', model: 'unpriced', settings: {} }] }],
    ['cells that can’t be sent', { prompt: '{{input}} {{missing}}' }],
  ])('of a board is that of its plan, with %s', async (_, change) => {
    const browser = fakeBrowser(() => ({ after: 1 }))
    const tab = browser.openTab()
    const board = boardOf(12, { ...change, name: 'Board' })
    // Some cells have a result, and some of these are of an earlier request.
    await press(browser, tab, { ...board, cases: board.cases.slice(0, 5), checks: [] })
    const [first, ...others] = board.cases
    const cases = [{ ...first, id: 'case-0', variables: { input: 'Äpfel?' } }, ...others]
    const ahead = await price(browser, tab, { ...board, cases })
    const plan = await browser.until(tab.evaluation.plan({ ...board, cases }, 'rest'))
    expect(plan).toMatchObject(ahead ?? { none: true })
    expect(browser.served.length).toBeLessThanOrEqual(15)
  })

  it('of thousands of cells is made in slices, and no more once it is not wanted', async () => {
    let now = 0
    const browser = fakeBrowser(() => ({ after: 1 }))
    const { client } = browser.openTab()
    const clock = { ...client.world.clock, elapsed: () => (now += 1) }
    const world = { ...client, world: { ...client.world, clock } }
    let breaths = 0
    const unwanted = new AbortController()
    const priced = priceRun(
      {
        client: world,
        storage: { loadCells: async () => [], saveCells: async () => true },
        wait: async () => {
          if ((breaths += 1) === 100) unwanted.abort()
        },
      },
      boardOf(10_000),
      unwanted.signal,
    )
    expect(await browser.until(priced)).toBeUndefined()
    expect(breaths).toBe(100)
  })
})

it('goes on in each column with its own words, and leaves what continues a cell to a later run', async () => {
  const browser = fakeBrowser((body) => ({
    after: 5,
    text: `${JSON.stringify(body['max_completion_tokens'])} tokens`,
  }))
  const tab = browser.openTab()
  const board = boardOf(2)
  const configurations = [50, 100].map((max, at) => ({
    id: `c${at}`,
    model: 'cheap',
    settings: { stream: false, max_completion_tokens: max },
  }))
  const [first, second] = board.cases
  if (first === undefined || second === undefined) throw new Error('There are two.')
  const thread = {
    ...board,
    configurations,
    cases: [first, { ...second, continues: true as const }],
  }
  await press(browser, tab, thread)
  expect(browser.served).toHaveLength(2)
  await press(browser, tab, thread, { caseId: second.id })
  const said = browser.served.slice(2).map(({ body }) => JSON.stringify(body['messages']))
  expect(said).toHaveLength(2)
  for (const [at, text] of said.entries())
    expect(text).toMatch(new RegExp(`Question 0.*${at === 0 ? '50' : '100'} tokens.*Question 1`))
  expect(browser.count('done')).toBe(4)
})

it('stops one request alone: the others go on, and what was not sent stays unsent', async () => {
  const browser = fakeBrowser(() => ({ after: 100 }))
  const tab = browser.openTab()
  const { evaluation } = tab
  const stopped = new Set<string>()
  evaluation.state.subscribe(({ live }) => {
    const [key, run] = Object.entries(live)[0] ?? []
    if (run === undefined || key === undefined || stopped.size > 0) return
    stopped.add(key)
    run.stop()
  })
  await press(browser, tab, boardOf(3))
  expect([...stopped]).toEqual(['case-0/a/0'])
  expect(browser.served).toHaveLength(2)
  expect([browser.count('done'), browser.count('waiting')]).toEqual([2, 1])
  expect(evaluation.state.getState()).toMatchObject({ status: 'idle', live: {} })
})

it('goes beyond a spend limit of the page only where a person lets it', async () => {
  const browser = fakeBrowser(() => ({ after: 5 }))
  const tab = browser.openTab()
  const { connection } = tab.client.connections.store.getState()
  if (connection === undefined) return expect.fail('not connected')
  await browser.until(spendLimitsOf(tab.client).setLimits(connection, { request: 1 }))
  const board = boardOf(2)
  await press(browser, tab, board)
  expect(tab.evaluation.state.getState().reason?.failure?.kind).toBe('over_spend_cap')
  const plan = await browser.until(tab.evaluation.plan(board, { caseId: 'case-1' }))
  await browser.until(tab.evaluation.start({ ...plan, overCaps: true }))
  expect(browser.served).toHaveLength(1)
  expect([browser.count('done'), browser.count('waiting')]).toEqual([1, 1])
})

it('runs a board that the same tab is reading at this moment', async () => {
  const browser = fakeBrowser(() => ({ after: 5 }))
  const { evaluation } = browser.openTab()
  const plan = await browser.until(evaluation.plan(boardOf(2), 'rest'))
  const reading = evaluation.load('board')
  await browser.until(Promise.all([reading, evaluation.start(plan)]))
  expect(evaluation.state.getState()).toMatchObject({ status: 'idle', reason: undefined })
  expect(browser.count('done')).toBe(2)
})

it('has its limit for itself after a run that was stopped', async () => {
  const browser = fakeBrowser(() => ({ after: 100 }))
  const tab = browser.openTab()
  const board = boardOf(12)
  const first = press(browser, tab, board)
  void browser.sleep(150).then(() => tab.evaluation.stop())
  await first
  expect([browser.count('done'), browser.count('error'), browser.count('waiting')]).toEqual([
    4, 4, 4,
  ])
  const before = [...browser.cells.values()].map(({ runId }) => runId)
  const plan = await browser.until(tab.evaluation.plan(board, 'rest'))
  expect(plan).toMatchObject({ requests: 4, spent: 0 })
  expect(before).not.toContain(plan.runId)
})
