import type { Boards } from './board-state.ts'
import { uncheckedCells } from './recheck.ts'
import type { EvaluationWorld } from './run/evaluation-world.ts'
import type { Evaluation } from './run/evaluation.ts'

/** A check is typed in letter by letter: so long it waits for the next one, ms. */
const AFTER_MS = 300

/**
 * Has the checks that cost nothing applied to the results of the board on the screen whenever a check, or what it
 * compares with, has changed: when the board is opened, edited, or a run has ended.
 */
export function followChecks(
  boards: Boards,
  evaluation: Evaluation,
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
