import { expect, it } from 'vitest'

import { textStorage } from '../storage/db/browser-storage.ts'
import { addBoard, createBoards, openBoard, showCells, type Boards } from './board-state.ts'
import { cellKey, type Board, type CellRecord } from './board.ts'
import type { Check } from './checks/check.ts'
import { followChecks } from './recheck.ts'
import { cellView } from './results/cell-view.ts'
import { boardOf, fakeBrowser, type Tab } from './testing/fake-browser.ts'

type Browser = ReturnType<typeof fakeBrowser>

const contains = (value: string): Check => ({ id: 'c', type: 'contains', value })
const judge: Check = { id: 'j', type: 'judge', model: 'judge', criteria: 'Right', votes: 1 }

/** Paris for all cases but the second; every judge passes. */
function openBrowser() {
  const browser = fakeBrowser((body) =>
    body['model'] === 'judge'
      ? { after: 1, text: '{"reason":"Right.","pass":true}', cost: 50 }
      : { after: 1, text: JSON.stringify(body['messages']).includes('1') ? 'Lyon' : 'Paris' },
  )
  return { browser, tab: browser.openTab() }
}

async function run(browser: Browser, { evaluation }: Tab, board: Board, scope: 'rest') {
  await browser.until(evaluation.plan(board, scope).then((plan) => evaluation.start(plan)))
}

function states(browser: Browser, board: Board) {
  return board.cases.map((row) => {
    const cell = cellKey({ caseId: row.id, configurationId: 'a', repeat: 0 })
    const record = browser.cells.get(cell)
    return cellView(board, row, record === undefined ? [] : [record]).state
  })
}

it('behavior: a check that is added, changed or removed is applied to what is there, and sends nothing', async () => {
  const { browser, tab } = openBrowser()
  const board = boardOf(3)
  await run(browser, tab, board, 'rest')
  expect(states(browser, board)).toEqual(['done', 'done', 'done'])
  const before = tab.evaluation.state.getState()
  const checked = { ...board, checks: [contains('Paris')] }
  await browser.until(tab.evaluation.recheck(checked))
  expect(states(browser, checked)).toEqual(['passed', 'failed', 'passed'])
  const changed = { ...board, checks: [contains('Lyon')] }
  // What was found by another check counts no more, even before this one was applied.
  expect(states(browser, changed)).toEqual(['done', 'done', 'done'])
  await browser.until(tab.evaluation.recheck(changed))
  expect(states(browser, changed)).toEqual(['failed', 'passed', 'failed'])
  expect(states(browser, board)).toEqual(['done', 'done', 'done'])
  expect(browser.served).toHaveLength(3)
  // Nothing was run: what the last run did and cost stays.
  expect(tab.evaluation.state.getState()).toEqual(before)
  expect([...tab.shown.values()]).toEqual([...browser.cells.values()])
})

it('behavior: an expected value that is entered later is compared with', async () => {
  const { browser, tab } = openBrowser()
  const board = boardOf(3, { checks: [{ id: 'c', type: 'contains' }] })
  await run(browser, tab, board, 'rest')
  expect(states(browser, board)).toEqual(['error', 'error', 'error'])
  const expected = { ...board, cases: board.cases.map((row) => ({ ...row, expected: 'Paris' })) }
  await browser.until(tab.evaluation.recheck(expected))
  expect(states(browser, expected)).toEqual(['passed', 'failed', 'passed'])
  expect(browser.served).toHaveLength(3)
})

it('behavior: a judge is not asked by itself, once by a press, and what it said is not paid for again', async () => {
  const { browser, tab } = openBrowser()
  const board = boardOf(3, { checks: [contains('Paris')] })
  await run(browser, tab, board, 'rest')
  const judged = { ...board, checks: [...board.checks, judge] }
  await browser.until(tab.evaluation.recheck(judged))
  expect(browser.served).toHaveLength(3)
  expect(states(browser, judged)).toEqual(['done', 'failed', 'done'])
  await run(browser, tab, judged, 'rest')
  expect(browser.served).toHaveLength(6)
  expect(states(browser, judged)).toEqual(['passed', 'failed', 'passed'])
  expect(tab.evaluation.state.getState()).toMatchObject({ status: 'idle', done: 3, spent: 150 })
  const other = { ...judged, checks: [contains('Paris'), { ...judge, criteria: 'Polite' }] }
  await browser.until(tab.evaluation.recheck(other))
  expect(states(browser, other)).toEqual(['done', 'failed', 'done'])
  // The criteria are as they were.
  await browser.until(tab.evaluation.recheck(judged))
  expect(states(browser, judged)).toEqual(['passed', 'failed', 'passed'])
  const plan = await browser.until(tab.evaluation.plan(judged, 'rest'))
  expect(plan.cells).toEqual([])
  expect(browser.served).toHaveLength(6)
})

it('a judge that could not be asked leaves its cell neither passed nor failed, and is asked again by a press', async () => {
  let isDown = true
  const browser = fakeBrowser((body) =>
    body['model'] === 'judge' && isDown
      ? { after: 1, status: 500 }
      : { after: 1, text: body['model'] === 'judge' ? '{"reason":"","pass":true}' : 'Paris' },
  )
  const tab = browser.openTab()
  const board = boardOf(2, { checks: [contains('Paris'), judge] })
  await run(browser, tab, board, 'rest')
  expect(states(browser, board)).toEqual(['error', 'error'])
  isDown = false
  const plan = await browser.until(tab.evaluation.plan(board, 'rest'))
  expect(plan).toMatchObject({ requests: 0, judgments: 2 })
  await browser.until(tab.evaluation.start(plan))
  expect(states(browser, board)).toEqual(['passed', 'passed'])
  expect(browser.served.filter(({ body }) => body['model'] !== 'judge')).toHaveLength(2)
})

it('a run says of how many requests it does not know the cost', async () => {
  const { browser, tab } = openBrowser()
  const configurations = [{ id: 'a', model: 'unpriced', settings: { stream: false } }]
  const lost = fakeBrowser(() => ({ after: 1, isLost: true }))
  const other = lost.openTab()
  await run(lost, other, boardOf(2, { configurations }), 'rest')
  expect(other.evaluation.state.getState()).toMatchObject({ spent: 0, unknownCosts: 2 })
  await run(browser, tab, boardOf(2), 'rest')
  expect(tab.evaluation.state.getState()).toMatchObject({ spent: 200, unknownCosts: 0 })
})

it('behavior: checks follow what is edited, and results of an earlier version when a board is opened', async () => {
  const { browser, tab } = openBrowser()
  const boards: Boards = boardsOf(browser, tab)
  followChecks(boards, tab.evaluation, (ms, signal) => browser.sleep(ms, signal))
  const board = boardOf(3)
  await run(browser, tab, board, 'rest')
  addBoard(boards, board)
  const next = { ...board, checks: [contains('Par')] }
  addBoard(boards, next)
  await browser.until(browser.sleep(100))
  const typed = { ...board, checks: [contains('Paris')] }
  addBoard(boards, typed)
  await browser.until(openBoard(boards, board.id))
  await browser.until(browser.sleep(1_000))
  expect(states(browser, typed)).toEqual(['passed', 'failed', 'passed'])
  // Another version of the page stored what it found without saying of what.
  for (const [key, { outcomes = [], ...record }] of browser.cells) {
    const old = outcomes.map(({ checkId }) => ({ checkId, result: 'failed' as const }))
    browser.cells.set(key, { ...record, outcomes: old })
  }
  await browser.until(openBoard(boards, board.id))
  await browser.until(browser.sleep(1_000))
  expect(states(browser, typed)).toEqual(['passed', 'failed', 'passed'])
  expect(browser.served).toHaveLength(3)
})

function boardsOf(browser: Browser, { client }: Tab): Boards {
  const none = textStorage(() => {
    throw new Error('No storage')
  })
  const cells = (): CellRecord[] => [...browser.cells.values()]
  const boards = createBoards({
    client,
    storage: {
      listBoards: () => Promise.resolve([]),
      saveBoard: () => Promise.resolve(),
      deleteBoard: () => Promise.resolve(),
      loadCells: () => Promise.resolve(cells()),
      saveCells: () => Promise.resolve(true),
      loadVotes: () => Promise.resolve([]),
      saveVotes: () => Promise.resolve(),
      deleteVote: () => Promise.resolve(),
      followOtherTabsBoards: () => () => undefined,
    },
    loadCells: () => Promise.resolve(cells()),
    texts: { tab: none, browser: none },
  })
  showCells(boards, cells())
  return boards
}
