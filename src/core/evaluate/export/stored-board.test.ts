import { readFileSync } from 'node:fs'

import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { decodeSetup, encodeSetup } from '../../share/codec.ts'
import { leftOutText } from '../../share/import/import-report.ts'
import { shareableBoard } from '../../share/shareable.ts'
import { textStorage } from '../../storage/db/browser-storage.ts'
import * as storage from '../../storage/evaluate/boards.ts'
import { createBoards, loadBoards } from '../board-state.ts'
import { cellKey, type Board, type CellRecord } from '../board.ts'
import { withoutGone } from '../checks/check.ts'
import type { VoteRecord } from '../results/votes.ts'
import { requestOfCell } from '../run/request-of-cell.ts'
import { boardFile, readBoardFile } from './board-file.ts'
import { boardSetup } from './board-setup.ts'
import { promptfooConfig } from './promptfoo.ts'
import { resultRows, resultsCsv, resultsJsonl } from './result-rows.ts'
import { resultsHtml } from './results-html.ts'

/** What no version since then has. */
const LEFT_OUT = [
  { count: 1, what: 'check (language)', why: 'this version has no such check' },
  { count: 1, what: 'seed per repeat', why: 'set seed in a configuration' },
]
/** What a browser has of a board with every kind of check, and every state of a cell, as an earlier version stored it. */
const stored: { board: Board; cells: CellRecord[]; votes: VoteRecord[] } = fixture('stored-board')
/** Its cells as they are read: whether a response passed follows from what its checks found. */
const cells = stored.cells.map((cell): CellRecord =>
  cell.response === undefined || cell.status === 'waiting' ? cell : { ...cell, status: 'done' },
)
/** That board as this version has it, and as it is handed on; `earlier` was handed on then. */
const current = withoutGone(stored.board).board
const { earlier, ...handedOn } = fixture('handed-on') as Record<
  'csv' | 'jsonl' | 'html' | 'promptfoo' | 'file' | 'link',
  string
> & { earlier: { file: string; link: string } }

function fixture(name: string) {
  return JSON.parse(readFileSync(new URL(`../testing/${name}.json`, import.meta.url), 'utf8'))
}

test('a stored board opens with its results and votes as they are, and names what is no more', async () => {
  const { board, votes } = stored
  await storage.saveBoard(board)
  await storage.saveCells(board.id, stored.cells)
  await storage.saveVotes(board.id, votes)
  const none = textStorage(() => {
    throw new Error('No storage')
  })
  const boards = createBoards({
    client: fakeClient(() => jsonResponse({})).client,
    storage,
    loadCells: storage.loadCells,
    texts: { tab: none, browser: none },
  })
  await loadBoards(boards)
  expect(boards.state.getState()).toMatchObject({
    board: { ...current, setAside: leftOutText({ leftOut: LEFT_OUT }) },
    loaded: true,
    unsaved: undefined,
  })
  expect(current.checks).toHaveLength(board.checks.length - 1)
  expect([...boards.cells.getState().cells.values()].flat()).toEqual(cells)
  expect(boards.votes.getState().votes).toEqual(votes)
})

test('stored results are of the requests that the board would send now', () => {
  const { board } = stored
  const byKey = new Map(cells.map((cell) => [cellKey(cell), cell]))
  const areCurrent = cells.map((cell) => {
    const at = board.cases.findIndex(({ id }) => id === cell.caseId)
    const [row] = board.cases.slice(at)
    const configuration = board.configurations.find(({ id }) => id === cell.configurationId)
    if (row === undefined || configuration === undefined) throw new Error('not on the board')
    const before = row.continues === true ? board.cases.slice(at - 1, at) : []
    // Seeds were those of the board then: as settings they make the same request.
    const settings = { ...configuration.settings, seed: 1 + cell.repeat }
    const place = {
      case: row,
      configuration: { ...configuration, settings },
      repeat: cell.repeat,
      before,
    }
    const { id = 'local' } = configuration.connection ?? {}
    const reading = requestOfCell(board, place, { id, baseUrl: 'http://127.0.0.1:1/v1' }, byKey)
    return reading.ok && reading.hash.startsWith(cell.requestHash)
  })
  expect(areCurrent).toEqual(cells.map(() => true))
})

test('a board is handed on as before, byte for byte', () => {
  const { votes } = stored
  const board = current
  const rows = resultRows(board, cells, votes)
  const { setup } = shareableBoard({ area: 'evaluate', ...boardSetup(board) }, { values: true })
  expect({
    csv: resultsCsv(rows),
    jsonl: resultsJsonl(rows),
    html: resultsHtml(board, cells, votes, Date.UTC(2026, 0, 2)),
    promptfoo: promptfooConfig(board, [
      { id: 'c', baseUrl: 'https://api.example.com/v1' },
      undefined,
    ]),
    file: boardFile(board),
    link: encodeSetup(setup),
  }).toEqual(handedOn)
})

test('files and links of before open as they did, and name what is no more', () => {
  const { area: _, ...shared } = readLink(earlier.link)
  const file = readBoardFile(earlier.file)
  expect([file.ok && file.board, shared]).toEqual(fixture('opened'))
  expect(file).toMatchObject({ leftOut: LEFT_OUT })
  expect(decodeSetup(earlier.link)).toMatchObject({ leftOut: LEFT_OUT })
})

function readLink(link: string) {
  const reading = decodeSetup(link)
  if (!reading.ok) throw new Error(reading.message)
  return reading.setup
}
