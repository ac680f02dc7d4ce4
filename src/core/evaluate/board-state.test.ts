import { expect, test } from 'vitest'

import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import { textStorage } from '../storage/db/browser-storage.ts'
import {
  type BoardStorage,
  boardsSaved,
  castVote,
  changeBoard,
  createBoards,
  deleteBoard,
  duplicateBoard,
  loadBoards,
  openBoard,
  showCells,
  startBoard,
  withdrawVote,
} from './board-state.ts'
import type { Board, CellRecord } from './board.ts'
import type { VoteRecord } from './results/votes.ts'

/** A browser whose boards are stored in memory; `tab()` is a page that was just loaded. */
function fakeBrowser() {
  const stored = new Map<string, Board>()
  const cells: CellRecord[] = []
  const votes: VoteRecord[] = []
  const local = new Map<string, string>()
  const written: string[] = []
  const fault: { error?: Error } = {}
  const listeners: Parameters<BoardStorage['followOtherTabsBoards']>[0][] = []
  const storage: BoardStorage = {
    listBoards: async () => [...stored.values()],
    saveBoard: async (board) => {
      await Promise.resolve()
      if (fault.error !== undefined) throw fault.error
      written.push(board.name)
      stored.set(board.id, board)
    },
    deleteBoard: async (id) => void stored.delete(id),
    loadCells: async (id) => cells.filter(({ boardId }) => boardId === id),
    saveCells: async () => true,
    loadVotes: async (id) => votes.filter(({ boardId }) => boardId === id),
    saveVotes: async (_, cast) => void votes.push(...cast),
    deleteVote: async (vote) => void votes.splice(votes.indexOf(vote), 1),
    followOtherTabsBoards: (listener) => {
      listeners.push(listener)
      return () => undefined
    },
  }
  const tab = () =>
    createBoards({
      client: fakeClient(() => jsonResponse({})).client,
      storage,
      loadCells: (id) => storage.loadCells(id),
      texts: { tab: memory(new Map()), browser: memory(local) },
    })
  return { stored, cells, votes, written, fault, listeners, tab }
}

function memory(texts: Map<string, string>) {
  return textStorage(() => ({
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    key: (at) => [...texts.keys()][at] ?? null,
    clear: () => texts.clear(),
    length: texts.size,
  }))
}

type Boards = ReturnType<typeof createBoards>

function rename(boards: Boards, name: string) {
  changeBoard(boards, (board) => ({ ...board, name }))
}

const shown = (boards: Boards) => boards.state.getState().board

function record(board: Board, status: CellRecord['status']): CellRecord {
  const cell = { caseId: '1', configurationId: 'a', repeat: 0, runId: 'run' }
  return { ...cell, boardId: board.id, requestHash: '', status, startedAt: 0 }
}

test('behavior: a new board is stored once it is changed, and is there after a reload', async () => {
  const browser = fakeBrowser()
  const boards = browser.tab()
  await loadBoards(boards)
  expect(browser.stored.size).toBe(0)
  rename(boards, 'Capitals')
  await boardsSaved(boards)
  const reloaded = browser.tab()
  await loadBoards(reloaded)
  expect(shown(reloaded).name).toBe('Capitals')
})

test('behavior: what is typed quickly is written in order, the latest at last', async () => {
  const browser = fakeBrowser()
  const boards = browser.tab()
  await loadBoards(boards)
  for (const name of ['C', 'Ca', 'Cap', 'Capitals']) rename(boards, name)
  await boardsSaved(boards)
  expect(browser.written.at(-1)).toBe('Capitals')
  expect(browser.stored.get(shown(boards).id)?.name).toBe('Capitals')
})

test('behavior: a reload shows the board that was on the screen last, with its cells', async () => {
  const browser = fakeBrowser()
  const boards = browser.tab()
  await loadBoards(boards)
  rename(boards, 'First')
  const first = shown(boards)
  startBoard(boards)
  rename(boards, 'Second')
  await openBoard(boards, first.id)
  await boardsSaved(boards)
  browser.cells.push(record(first, 'done'))
  const reloaded = browser.tab()
  await loadBoards(reloaded)
  expect(shown(reloaded).name).toBe('First')
  expect(reloaded.cells.getState().cells.get('1/a')?.[0]?.status).toBe('done')
})

test('behavior: a deleted board comes back with its name, and the other one is shown until then', async () => {
  const browser = fakeBrowser()
  const boards = browser.tab()
  await loadBoards(boards)
  rename(boards, 'First')
  const first = shown(boards)
  duplicateBoard(boards, first)
  expect(shown(boards).name).toBe('Copy of First')
  await boardsSaved(boards)
  const restore = await deleteBoard(boards, shown(boards))
  expect(shown(boards).id).toBe(first.id)
  expect([...browser.stored.keys()]).toEqual([first.id])
  await restore()
  expect(shown(boards).name).toBe('Copy of First')
  expect(browser.stored.size).toBe(2)
})

test('behavior: cells are shown as they change, those of other boards never', async () => {
  const boards = fakeBrowser().tab()
  await loadBoards(boards)
  const board = shown(boards)
  showCells(boards, [record(board, 'running'), record({ ...board, id: 'other' }, 'error')])
  showCells(boards, [record(board, 'done')])
  const statuses = () =>
    boards.cells
      .getState()
      .cells.get('1/a')
      ?.map(({ status }) => status)
  expect(statuses()).toEqual(['done'])
})

test('behavior: a full disk is shown, and the next change is stored again', async () => {
  const browser = fakeBrowser()
  const boards = browser.tab()
  await loadBoards(boards)
  browser.fault.error = new DOMException('', 'QuotaExceededError')
  rename(boards, 'Lost')
  await boardsSaved(boards)
  expect(boards.state.getState().unsaved).toBe('the disk is full')
  delete browser.fault.error
  rename(boards, 'Saved')
  await boardsSaved(boards)
  expect(boards.state.getState().unsaved).toBeUndefined()
})

test('behavior: what another tab changes of the board is shown here', async () => {
  const browser = fakeBrowser()
  const boards = browser.tab()
  await loadBoards(boards)
  rename(boards, 'Here')
  await boardsSaved(boards)
  const board = shown(boards)
  browser.stored.set(board.id, { ...board, name: 'There' })
  browser.cells.push(record(board, 'error'))
  for (const listener of browser.listeners) {
    listener({ boardId: board.id, what: 'board' })
    listener({ boardId: board.id, what: 'cells' })
  }
  await expect.poll(() => shown(boards).name).toBe('There')
  await expect.poll(() => boards.cells.getState().cells.get('1/a')?.[0]?.status).toBe('error')
})

test('behavior: blind votes stand after a reload, are taken back, and return with a deleted board', async () => {
  const browser = fakeBrowser()
  const boards = browser.tab()
  await loadBoards(boards)
  rename(boards, 'Voted')
  await boardsSaved(boards)
  const board = shown(boards)
  const vote: VoteRecord = {
    boardId: board.id,
    caseId: '1',
    repeat: 0,
    first: 'a',
    second: 'b',
    choice: 'tie',
    startedAt: [1, 2],
  }
  await castVote(boards, vote)
  const again = browser.tab()
  await loadBoards(again)
  expect(again.votes.getState().votes).toEqual([vote])
  const restore = await deleteBoard(again, board)
  browser.votes.length = 0
  expect(again.votes.getState().votes).toEqual([])
  await restore()
  expect(again.votes.getState().votes).toEqual([vote])
  await withdrawVote(again, vote)
  expect([again.votes.getState().votes, browser.votes]).toEqual([[], []])
})
