import type { Client } from '../../client/client.ts'
import type { Cell, CellRecord } from '../board.ts'
import type { CheckWorld } from '../checks/check-world.ts'

/** What runs touch outside themselves. */
export interface EvaluationWorld {
  client: Client
  storage: CellStorage
  /** The workers that checks need. Judges are sent by the run itself. */
  checkWorkers: Omit<CheckWorld, 'judge' | 'uuid'>
  /** Resolves after so many ms, or as soon as the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Called with cells that have changed, once they are stored or can't be. */
  onCells(records: readonly CellRecord[]): void
  /** Called with cells of which nothing is stored any more: they wait. */
  onCellsDeleted(boardId: string, cells: readonly Cell[]): void
  /** Called with the request of a cell once it is over, so that it can be inspected later. */
  onExchange(exchangeId: string): void
}

/** Where cells are stored. Every call may reject. */
interface CellStorage {
  loadCells(boardId: string): Promise<readonly CellRecord[]>
  /** All or none. False when the board was deleted. */
  saveCells(boardId: string, records: readonly CellRecord[]): Promise<boolean>
  deleteCells(boardId: string, cells: readonly Cell[]): Promise<void>
}
