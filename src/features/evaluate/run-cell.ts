import type { Board, Cell } from '../../core/evaluate/board.ts'
import { evaluation } from '../../page/evaluate.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'

/** Sends one cell, once; in spite of the spend limits of the page where a person lets it. */
export async function runCell(board: Board, cell: Cell, overCaps = false): Promise<void> {
  const plan = await evaluation.plan(board, cell)
  if (plan.cells.length === 0) showToast(plan.faults[0]?.messages[0] ?? 'This cell is running')
  else await evaluation.start(overCaps ? { ...plan, overCaps } : plan)
}
