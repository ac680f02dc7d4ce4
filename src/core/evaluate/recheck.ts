import type { StoreApi } from 'zustand/vanilla'

import type { Boards } from './board-state.ts'
import type { Board, Case, CellRecord, CellResponse } from './board.ts'
import type { Check } from './checks/check.ts'
import { checksOf, isFree, outcomeOf, outcomesBeside, runChecks } from './checks/outcomes.ts'
import type { EvaluationWorld } from './run/send-chat.ts'

/** So many responses are checked, or so long, ms; then they are stored, and the page has a breath. */
const BATCH = 50
const SAVE_AFTER_MS = 250

interface Unchecked {
  record: CellRecord
  response: CellResponse
  row: Case
  /** Those that nothing is stored of, for the check and the case as they are now. They send nothing. */
  missing: readonly Check[]
}

/** The responses of a board that some check which costs nothing has not judged as it is now. */
function uncheckedCells(board: Board, records: Iterable<CellRecord>): Unchecked[] {
  const rows = new Map(board.cases.map((row) => [row.id, row]))
  const free = new Map<Case, readonly Check[]>()
  const unchecked: Unchecked[] = []
  for (const record of records) {
    const row = rows.get(record.caseId)
    const { response, outcomes } = record
    if (row === undefined || response === undefined || record.status !== 'done') continue
    const checks = free.get(row) ?? checksOf(board, row).filter(isFree)
    free.set(row, checks)
    const missing = checks.filter((check) => outcomeOf(check, row, outcomes)?.hash === undefined)
    if (missing.length > 0) unchecked.push({ record, response, row, missing })
  }
  return unchecked
}

/**
 * Applies those checks and stores what they find, a part at a time. Sends nothing; `onLeft` is told how many
 * responses are left. Called under the lock of the board. Ends early when the signal is aborted.
 */
export async function recheckCells(
  { client, storage, checkWorkers, ...page }: EvaluationWorld,
  board: Board,
  onLeft: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { clock, random } = client.world
  const cells = uncheckedCells(board, await storage.loadCells(board.id))
  const world = {
    ...checkWorkers,
    uuid: () => random.uuid(),
    judge: () => Promise.resolve({ ok: false as const, message: 'Not asked.' }),
  }
  let at = 0
  while (at < cells.length && !signal.aborted) {
    const checked: CellRecord[] = []
    const since = clock.elapsed()
    for (const { record, response, row, missing } of cells.slice(at, at + BATCH)) {
      const found = await runChecks(missing, { case: row, response }, world)
      checked.push({ ...record, outcomes: [...outcomesBeside(missing, record.outcomes), ...found] })
      if (signal.aborted || clock.elapsed() - since > SAVE_AFTER_MS) break
    }
    at += checked.length
    if (await storage.saveCells(board.id, checked)) page.onCells(checked)
    onLeft(cells.length - at)
    await page.wait(0, signal)
  }
}

/** A check is typed in letter by letter: so long it waits for the next one, ms. */
const AFTER_MS = 300

/**
 * Has the checks that cost nothing applied to the results of the board on the screen whenever a check, or what it
 * compares with, has changed: when the board is opened, edited, or a run has ended.
 */
export function followChecks(
  boards: Boards,
  evaluation: Followed,
  wait: EvaluationWorld['wait'],
): void {
  let changed = new AbortController()
  const follow = async () => {
    changed.abort()
    changed = new AbortController()
    const { signal } = changed
    await wait(AFTER_MS, signal)
    const { board } = boards.state.getState()
    if (signal.aborted || evaluation.state.getState().status === 'running') return
    const records = [...boards.cells.getState().cells.values()].flat()
    if (uncheckedCells(board, records).length > 0) await evaluation.recheck(board)
  }
  const onChange = () => void follow()
  boards.state.subscribe(({ board }, before) => {
    const { checks, cases } = before.board
    if (board.checks !== checks || board.cases !== cases) onChange()
  })
  boards.cells.subscribe(onChange)
  evaluation.state.subscribe(({ status }, before) => {
    if (status !== before.status) onChange()
  })
}

interface Followed {
  state: StoreApi<{ status: string }>
  recheck(board: Board): Promise<void>
}
