import type { Board, CellRecord } from '../../evaluate/board.ts'
import type { VoteRecord } from '../../evaluate/results/votes.ts'
import { createChannel } from '../db/channel.ts'
import { database } from '../db/database.ts'
import { inParallel } from '../db/open-database.ts'

const STORES = ['boards', 'boardCells', 'boardVotes'] as const

/** What changed: a board itself, or its cells and votes; all boards without an id. */
export interface BoardChange {
  boardId?: string
  what: 'board' | 'cells'
}

const channel = createChannel<BoardChange>('boards')

/** Calls back after a board or its cells changed in another tab. Returns the way to stop. */
export function followOtherTabsBoards(listener: (change: BoardChange) => void): () => void {
  return channel.subscribeOtherTabs(listener)
}

/** Calls back after a board or its cells changed, in this tab or another. Returns the way to stop. */
export function subscribeBoards(listener: (change: BoardChange) => void): () => void {
  return channel.subscribe(listener)
}

/** All boards of this browser, the last changed first. */
export async function listBoards(): Promise<Board[]> {
  const boards = await (await database()).getAll('boards')
  return boards.toSorted((a, b) => b.updatedAt - a.updatedAt)
}

/** Writes a board, a new one or a changed one. Rejects when the disk is full. */
export async function saveBoard(board: Board): Promise<void> {
  await (await database()).put('boards', board)
  channel.publish({ boardId: board.id, what: 'board' })
}

/** Removes a board with its cells and votes. */
export async function deleteBoard(boardId: string): Promise<void> {
  await database.write(STORES, ([boards, cells, votes]) =>
    inParallel([
      () => boards.delete(boardId),
      () => cells.delete(recordsOf(boardId)),
      () => votes.delete(recordsOf(boardId)),
    ]),
  )
  channel.publish({ boardId, what: 'board' })
}

/** Removes every board with its cells and votes. */
export async function deleteAllBoards(): Promise<void> {
  await database.write(STORES, (stores) => inParallel(stores.map((store) => () => store.clear())))
  channel.publish({ what: 'board' })
}

/** What is stored of the cells of a board, also of cases and configurations that it no longer has. */
export async function loadCells(boardId: string): Promise<CellRecord[]> {
  const { store } = (await database()).transaction('boardCells')
  const stored: Stored[] = []
  for (let rest: IDBKeyRange | undefined = recordsOf(boardId); rest !== undefined;) {
    const piece: Stored[] = await store.getAll(rest, CELLS_AT_ONCE)
    stored.push(...piece)
    const last = piece.length < CELLS_AT_ONCE ? undefined : piece.at(-1)
    rest = last && IDBKeyRange.bound(keyOf(last), rest.upper, true)
  }
  return stored.map(({ status, ...record }) => {
    if (status === 'passed' || status === 'failed') return { ...record, status: 'done' }
    const { error: _, ...whole } = record
    const isWhole = status === 'error' && record.response !== undefined
    return isWhole ? { ...whole, status: 'done' } : { ...record, status }
  })
}

/** So many are read in one task: thousands would hold up what someone types meanwhile. */
const CELLS_AT_ONCE = 1_000

/** Earlier versions stored what the checks came to in place of `done`. */
type Stored = Omit<CellRecord, 'status'> & { status: CellRecord['status'] | 'passed' | 'failed' }

/**
 * Writes cells of one board to the disk, all or none. False when the board was deleted: nothing is written. Rejects
 * when the disk is full. Text that only grows may be lost, and other tabs are not told of it.
 */
export async function saveCells(boardId: string, records: readonly CellRecord[]): Promise<boolean> {
  const isGrowing = records.every(
    ({ status, details, response }) => status === 'running' && details && !response,
  )
  const write = isGrowing ? database.write : database.writeToDisk
  const isThere = await write(['boards', 'boardCells'], async ([boards, cells]) => {
    if ((await boards.getKey(boardId)) === undefined) return false
    await inParallel(records.map((record) => () => cells.put({ ...record, boardId })))
    return true
  })
  if (isThere && !isGrowing) channel.publish({ boardId, what: 'cells' })
  return isThere
}

/** What is stored of blind votes on a board, also on responses that are no more. */
export async function loadVotes(boardId: string): Promise<VoteRecord[]> {
  return (await database()).getAll('boardVotes', recordsOf(boardId))
}

/** Writes votes on one board, all or none; one on the same responses is replaced. */
export async function saveVotes(boardId: string, votes: readonly VoteRecord[]): Promise<void> {
  await database.write(['boardVotes'], ([store]) =>
    inParallel(votes.map((vote) => () => store.put({ ...vote, boardId }))),
  )
  channel.publish({ boardId, what: 'cells' })
}

/** Removes a vote. */
export async function deleteVote(vote: VoteRecord): Promise<void> {
  const { boardId, caseId, repeat, first, second } = vote
  await (await database()).delete('boardVotes', [boardId, caseId, repeat, first, second])
  channel.publish({ boardId, what: 'cells' })
}

function keyOf({ boardId, caseId, configurationId, repeat }: Stored): IDBValidKey {
  return [boardId, caseId, configurationId, repeat]
}

function recordsOf(boardId: string): IDBKeyRange {
  return IDBKeyRange.bound([boardId], [boardId, []])
}
