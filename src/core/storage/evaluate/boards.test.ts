import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, it, vi } from 'vitest'

import type { Board, CellRecord } from '../../evaluate/board.ts'
import type { VoteRecord } from '../../evaluate/results/votes.ts'
import { database } from '../db/database.ts'
import {
  deleteAllBoards,
  deleteBoard,
  deleteVote,
  followOtherTabsBoards,
  listBoards,
  loadCells,
  loadVotes,
  saveBoard,
  saveCells,
  saveVotes,
  type BoardChange,
} from './boards.ts'

const board = (id: string, updatedAt = 1): Board => ({
  id,
  name: id,
  createdAt: 1,
  updatedAt,
  prompt: '{{input}}',
  configurations: [],
  cases: [],
  checks: [],
  repeats: 1,
})
const cell = (boardId: string, caseId: string, repeat = 0): CellRecord => ({
  boardId,
  caseId,
  configurationId: 'a',
  repeat,
  runId: 'run',
  requestHash: 'hash',
  status: 'done',
  startedAt: 1,
})

const vote = (boardId: string): VoteRecord => ({
  boardId,
  caseId: '1',
  repeat: 0,
  first: 'a',
  second: 'b',
  choice: 'tie',
  startedAt: [1, 2],
})

afterEach(deleteAllBoards)

// First: the database of the other tests is not open yet.
it('opens the database of an earlier version with everything in it', async () => {
  const before = await openDB('vendor-playground', 6, {
    upgrade: (db) => {
      const conversations = db.createObjectStore('conversations', { keyPath: 'id' })
      conversations.createIndex('by-update', 'updatedAt')
      const messages = db.createObjectStore('messages', { keyPath: 'id' })
      messages.createIndex('by-conversation', 'conversationId')
      db.createObjectStore('labels', { keyPath: 'conversationId' })
      for (const store of ['presets', 'imageRuns', 'imageSources'])
        db.createObjectStore(store, { keyPath: 'id' })
      db.createObjectStore('imageFiles', { keyPath: 'hash' })
      db.createObjectStore('searchIndex', { keyPath: ['conversationId', 'revision'] })
    },
  })
  await before.put('presets', { id: 'p', name: 'Terse' })
  before.close()
  await saveBoard(board('one'))
  const db = await database()
  expect(await db.getAll('presets')).toEqual([{ id: 'p', name: 'Terse' }])
  expect(await listBoards()).toEqual([board('one')])
})

it('loads thousands of cells in order, each once, and none of another board', async () => {
  const cells = ['one', 'two'].map((id) =>
    Array.from({ length: 2_000 }, (_, at) => cell(id, `case-${String(at).padStart(4, '0')}`)),
  )
  for (const [at, id] of ['one', 'two'].entries()) {
    await saveBoard(board(id))
    await saveCells(id, cells[at] ?? [])
  }
  expect(await loadCells('one')).toEqual(cells[0])
  await saveCells('one', [cell('one', 'case-9999')])
  expect(await loadCells('one')).toHaveLength(2_001)
})

it('lists boards, the last changed first, and loads the cells of one', async () => {
  await saveBoard(board('old', 1))
  await saveBoard(board('new', 2))
  const cells = [cell('old', '1'), cell('old', '1', 1), cell('old', '2')]
  expect(await saveCells('old', cells)).toBe(true)
  await saveCells('new', [cell('new', '1')])
  expect((await listBoards()).map(({ id }) => id)).toEqual(['new', 'old'])
  expect(await loadCells('old')).toEqual(cells)
})

it('replaces the record of a cell', async () => {
  await saveBoard(board('b'))
  await saveCells('b', [{ ...cell('b', '1'), status: 'running' }])
  await saveCells('b', [cell('b', '1')])
  expect(await loadCells('b')).toEqual([cell('b', '1')])
})

it('deletes a board with its cells, and a late result does not bring them back', async () => {
  await saveBoard(board('gone'))
  await saveBoard(board('other'))
  await saveCells('gone', [cell('gone', '1')])
  await saveCells('other', [cell('other', '1')])
  await saveVotes('gone', [vote('gone')])
  await saveVotes('other', [vote('other')])
  await deleteBoard('gone')
  expect(await saveCells('gone', [cell('gone', '2')])).toBe(false)
  expect((await listBoards()).map(({ id }) => id)).toEqual(['other'])
  expect(await loadCells('gone')).toEqual([])
  expect(await loadCells('other')).toHaveLength(1)
  expect([await loadVotes('gone'), await loadVotes('other')]).toEqual([[], [vote('other')]])
})

it('replaces a blind vote on the same responses, and takes one back', async () => {
  await saveVotes('b', [vote('b')])
  await saveVotes('b', [{ ...vote('b'), choice: 'second' }])
  expect(await loadVotes('b')).toEqual([{ ...vote('b'), choice: 'second' }])
  await deleteVote(vote('b'))
  expect(await loadVotes('b')).toEqual([])
})

it('writes all cells or none', async () => {
  await saveBoard(board('b'))
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  put.mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(saveCells('b', [cell('b', '1'), cell('b', '2')])).rejects.toThrow('no room')
  vi.restoreAllMocks()
  expect(await loadCells('b')).toEqual([])
})

it('says in other tabs what changed, never what it is', async () => {
  const heard: BoardChange[] = []
  const stop = followOtherTabsBoards((change) => heard.push(change))
  const elsewhere = new BroadcastChannel('boards')
  elsewhere.postMessage({ boardId: 'b', what: 'cells' })
  await expect.poll(() => heard).toEqual([{ boardId: 'b', what: 'cells' }])
  await saveBoard(board('own'))
  stop()
  elsewhere.close()
  expect(heard).toHaveLength(1)
})

it('reads what an earlier version stored of a whole response: its checks say whether it passed', async () => {
  await saveBoard(board('old'))
  const response = { text: 'Paris', toolCalls: [] }
  const error = { message: 'The checks were not applied.', mayBeCharged: false }
  const old = ['passed', 'failed', 'error', 'error'].map((status, at) => ({
    ...cell('old', `${at}`),
    status,
    ...(at < 3 ? { response } : {}),
    ...(at < 2 ? {} : { error }),
  }))
  await saveCells('old', old as CellRecord[])
  const cells = await loadCells('old')
  expect(cells.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'error'])
  expect(cells.map((one) => one.error)).toEqual([undefined, undefined, undefined, error])
})
