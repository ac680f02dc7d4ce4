import { FIRST_MODEL } from '../chat/conversation/conversation-state.ts'
import type { Client } from '../client/client.ts'
import { createObservable } from '../client/observable.ts'
import { leftOutText } from '../share/import/import-report.ts'
import type { TextStorage } from '../storage/db/browser-storage.ts'
import { storageFault } from '../storage/db/open-database.ts'
import type * as boardStorage from '../storage/evaluate/boards.ts'
import { newBoard } from './board-edits.ts'
import type { Board, CellRecord } from './board.ts'
import { withoutGone } from './checks/check.ts'
import { voteKey, type VoteRecord } from './results/votes.ts'

/** Where boards, their cells and votes are stored. Every call may reject. */
export type BoardStorage = Pick<
  typeof boardStorage,
  | 'listBoards'
  | 'saveBoard'
  | 'deleteBoard'
  | 'loadCells'
  | 'saveCells'
  | 'loadVotes'
  | 'saveVotes'
  | 'deleteVote'
  | 'followOtherTabsBoards'
>

/** What evaluating touches outside itself. */
export interface BoardsWorld {
  client: Client
  storage: BoardStorage
  /** The cells of a board, those settled that were being sent when their tab went away. */
  loadCells: (boardId: string) => Promise<readonly CellRecord[]>
  /** The small storages of this tab and of the whole browser: which board is on the screen. */
  texts: { tab: TextStorage; browser: TextStorage }
}

interface BoardsState {
  /** Those that are stored, the one on the screen among them once it has been changed. */
  boards: readonly Board[]
  /** The board on the screen. */
  board: Board
  /** Whether what is stored was read. */
  loaded: boolean
  /** Why the last change is not stored, in the browser's words. */
  unsaved: string | undefined
}

/** The repeats of each case and configuration, by {@link pairKey}, in their order. */
export type CellsByPair = ReadonlyMap<string, readonly CellRecord[]>

/** The boards of one browser, and the one on the screen. */
export type Boards = ReturnType<typeof createBoards>

const OPEN_BOARD_KEY = 'playground.evaluate.board'

/** A case and a configuration as one string. */
export function pairKey(of: Pick<CellRecord, 'caseId' | 'configurationId'>): string {
  return `${of.caseId}/${of.configurationId}`
}

/** Makes the boards of a browser, with a new one on the screen that is stored once it is changed. */
export function createBoards(world: BoardsWorld) {
  const { client } = world
  const { report } = client.world
  return {
    world,
    client,
    state: createObservable<BoardsState>(
      { boards: [], board: firstBoard(client), loaded: false, unsaved: undefined },
      report,
    ),
    /** The cells of the board on the screen. */
    cells: createObservable<{ cells: CellsByPair }>({ cells: new Map() }, report),
    /** The blind votes on the board on the screen. */
    votes: createObservable<{ votes: readonly VoteRecord[] }>({ votes: [] }, report),
    /** Writes that are under way or to come, by board. */
    writes: new Map<string, Promise<void>>(),
  }
}

function firstBoard({ world }: Client): Board {
  const configuration = { model: FIRST_MODEL, settings: { stream: true } }
  return newBoard(world, [configuration, configuration])
}

/** Reads what is stored and shows the last board; resolves once its cells are there, then follows other tabs. */
export async function loadBoards(boards: Boards): Promise<void> {
  const { state, world } = boards
  if (state.getState().loaded) return
  try {
    const { storage } = world
    const stored = await storedBoards(storage)
    if (state.getState().loaded) return
    storage.followOtherTabsBoards((change) => void showOthersChange(boards, change))
    const { tab, browser } = world.texts
    const lastId = tab.load(OPEN_BOARD_KEY) ?? browser.load(OPEN_BOARD_KEY)
    const last = stored.find(({ id }) => id === lastId) ?? stored[0]
    const { boards: changed } = state.getState()
    // What was changed while this was read is newer.
    const others = stored.filter(({ id }) => changed.every((one) => one.id !== id))
    state.setState({ boards: [...changed, ...others].toSorted(latestFirst), loaded: true })
    if (changed.length === 0 && last !== undefined) await openBoard(boards, last.id)
  } catch (error) {
    state.setState({ loaded: true, unsaved: storageFault(error) })
  }
}

/** All that are stored, as this version has them: what it has no more is set aside and named. */
async function storedBoards(storage: BoardStorage): Promise<Board[]> {
  return (await storage.listBoards()).map((stored) => {
    const { board, leftOut } = withoutGone(stored)
    return leftOut.length === 0 ? board : { ...board, setAside: leftOutText({ leftOut }) }
  })
}

function latestFirst(a: Board, b: Board): number {
  return b.updatedAt - a.updatedAt
}

/** Shows a stored board; resolves once its cells are there. */
export async function openBoard(boards: Boards, id: string): Promise<void> {
  const board = boards.state.getState().boards.find((one) => one.id === id)
  if (board === undefined) return
  show(boards, board)
  await loadCells(boards)
}

function show({ state, cells, votes, world }: Boards, board: Board): void {
  cells.setState({ cells: new Map() })
  votes.setState({ votes: [] })
  state.setState({ board })
  for (const storage of [world.texts.tab, world.texts.browser])
    storage.save(OPEN_BOARD_KEY, board.id)
}

/** Shows what another tab changed, unless this tab is about to write the same board. */
async function showOthersChange(
  boards: Boards,
  { boardId, what }: { boardId?: string; what: 'board' | 'cells' },
): Promise<void> {
  const { state, writes, world } = boards
  const { id } = state.getState().board
  const isShown = boardId === undefined || boardId === id
  if (what === 'cells') return isShown ? loadCells(boards) : undefined
  if (boardId !== undefined && writes.has(boardId)) return
  await withStorage(boards, async () => {
    const all = await storedBoards(world.storage)
    const board = all.find((one) => one.id === id)
    state.setState({ boards: all, ...(board !== undefined && { board }) })
    if (board === undefined && isShown) startBoard(boards)
  })
}

async function loadCells(boards: Boards): Promise<void> {
  const { id } = boards.state.getState().board
  await withStorage(boards, async () => {
    const { loadCells: load, storage } = boards.world
    const [records, votes] = await Promise.all([load(id), storage.loadVotes(id)])
    if (boards.state.getState().board.id !== id) return
    boards.cells.setState({ cells: byPair(new Map(), records) })
    boards.votes.setState({ votes })
  })
}

/** Shows cells that have changed, of the board on the screen; those of others are left alone. */
export function showCells({ state, cells }: Boards, records: readonly CellRecord[]): void {
  const { id } = state.getState().board
  const own = records.filter(({ boardId }) => boardId === id)
  if (own.length > 0) cells.setState(({ cells: before }) => ({ cells: byPair(before, own) }))
}

function byPair(before: CellsByPair, records: readonly CellRecord[]): CellsByPair {
  const cells = new Map(before)
  for (const record of records) {
    const key = pairKey(record)
    const others = cells.get(key)?.filter(({ repeat }) => repeat !== record.repeat) ?? []
    cells.set(
      key,
      [...others, record].toSorted((a, b) => a.repeat - b.repeat),
    )
  }
  return cells
}

/** Puts a board on the screen that was not there before, and stores it. */
export function addBoard(boards: Boards, board: Board): void {
  show(boards, board)
  keep(boards, board)
}

/** Shows a new board, which is stored once it is changed. */
export function startBoard(boards: Boards): void {
  show(boards, firstBoard(boards.client))
}

/** Changes the board on the screen and stores it. Does nothing where the change returns the same board. */
export function changeBoard(boards: Boards, change: (board: Board) => Board): void {
  const { board } = boards.state.getState()
  const changed = change(board)
  if (changed === board) return
  const next = { ...changed, updatedAt: boards.client.world.clock.now() }
  boards.state.setState({ board: next })
  keep(boards, next)
}

/** Shows a blind vote and stores it, in place of another one on the same responses. */
export async function castVote(boards: Boards, vote: VoteRecord): Promise<void> {
  boards.votes.setState(({ votes }) => ({ votes: [...without(votes, vote), vote] }))
  await withStorage(boards, () => boards.world.storage.saveVotes(vote.boardId, [vote]))
}

/** Takes a blind vote back. */
export async function withdrawVote(boards: Boards, vote: VoteRecord): Promise<void> {
  boards.votes.setState(({ votes }) => ({ votes: without(votes, vote) }))
  await withStorage(boards, () => boards.world.storage.deleteVote(vote))
}

function without(votes: readonly VoteRecord[], vote: VoteRecord): VoteRecord[] {
  return votes.filter((one) => voteKey(one) !== voteKey(vote))
}

async function withStorage({ state }: Boards, access: () => Promise<void>): Promise<void> {
  try {
    await access()
  } catch (error) {
    state.setState({ unsaved: storageFault(error) })
  }
}

/** Copies a board, without its results, and shows the copy. */
export function duplicateBoard(boards: Boards, board: Board): void {
  const { clock, random } = boards.client.world
  const now = clock.now()
  const name = `Copy of ${board.name}`
  addBoard(boards, { ...board, id: random.uuid(), name, createdAt: now, updatedAt: now })
}

/** Deletes a board with its cells and votes and shows the latest other one. Returns what restores it. */
export async function deleteBoard(boards: Boards, board: Board): Promise<() => Promise<void>> {
  const { state, writes } = boards
  const others = state.getState().boards.filter(({ id }) => id !== board.id)
  state.setState({ boards: others })
  const isShown = state.getState().board.id === board.id
  const { storage } = boards.world
  await writes.get(board.id)
  const [cells, votes] = await Promise.all([
    storage.loadCells(board.id),
    storage.loadVotes(board.id),
  ])
  await storage.deleteBoard(board.id)
  if (isShown && others[0] !== undefined) await openBoard(boards, others[0].id)
  else if (isShown) startBoard(boards)
  return async () => {
    addBoard(boards, board)
    await boardsSaved(boards)
    await storage.saveCells(board.id, cells)
    await storage.saveVotes(board.id, votes)
    if (state.getState().board.id === board.id) await loadCells(boards)
  }
}

/** Stores a board behind what is being stored; only its latest version is written. */
function keep(boards: Boards, board: Board): void {
  const { state, writes } = boards
  const isNew = state.getState().boards.every(({ id }) => id !== board.id)
  state.setState(({ boards: all }) => ({
    boards: isNew ? [board, ...all] : all.map((one) => (one.id === board.id ? board : one)),
  }))
  const before = writes.get(board.id) ?? Promise.resolve()
  const write = before.then(() => withStorage(boards, () => store(boards, board)))
  writes.set(board.id, write)
  void write.then(() => {
    if (writes.get(board.id) === write) writes.delete(board.id)
  })
}

async function store({ state, world }: Boards, board: Board): Promise<void> {
  const latest = state.getState().boards.find(({ id }) => id === board.id)
  // A later write has it, or it was deleted.
  if (latest !== board) return
  await world.storage.saveBoard(board)
  state.setState({ unsaved: undefined })
}

/** Resolves once every change so far is stored, or known not to be. */
export async function boardsSaved({ writes }: Boards): Promise<void> {
  await Promise.all(writes.values())
}
