import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { maxChatCost } from '../../client/queries/max-chat-cost.ts'
import { cellKey, type Board, type Case, type Cell, type CellRecord } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { chargedOf } from './cell-cost.ts'
import { connectionOf, missingConnection } from './connection-of.ts'
import type { EvaluationWorld } from './evaluation-world.ts'
import { requestOfCell, type CellPlace } from './request-of-cell.ts'

/**
 * Which cells a run sends. `rest`: those without a result of the present request; `failed`: those that failed
 * or have an error; `changed`: those whose result is of an earlier request; `checks`: none, their responses are
 * only checked again; `all`: every cell once more; or one cell.
 */
export type RunScope = 'rest' | 'failed' | 'changed' | 'checks' | 'all' | Cell

/** A cell that a run is to send, or only to check. */
export interface PlannedCell {
  cell: Cell
  case: Case
  /** Those of the board and of the case. */
  checks: readonly Check[]
  connection: Connection
  request: ChatRequest
  headers: HeaderList
  hash: string
  /** The most that the request can cost, micro-USD; undefined when nobody knows. */
  maxCost: number | undefined
  /** What was stored when the run was planned. */
  earlier: CellRecord | undefined
  /** Its response is there: nothing is sent, it is only checked. */
  onlyChecks: boolean
}

/** What a run would send and what it can cost, for a person to see before it starts. */
export interface RunPlan {
  boardId: string
  runId: string
  /** Unix ms. */
  plannedAt: number
  /** In the order in which they are sent. */
  cells: readonly PlannedCell[]
  /** Cells that can't be sent, and why. */
  faults: readonly { cell: Cell; messages: readonly string[] }[]
  /** The most that all requests together can cost, as far as it is known, micro-USD; without judges. */
  maxCost: number
  /** How many requests have no known maximum. */
  unknownCosts: number
  /** How many requests judges add at most. */
  judgments: number
  /** What the run has spent already, where it goes on with an earlier one, micro-USD. */
  spent: number
  spendLimit: number | undefined
}

/** So many cells are planned between two breaths of the page. */
const AT_ONCE = 50

/** Plans a run of a board as it stands. Sends nothing but for the list of models. */
export async function planRun(
  { client, storage, wait }: Pick<EvaluationWorld, 'client' | 'storage' | 'wait'>,
  board: Board,
  scope: RunScope,
): Promise<RunPlan> {
  const stored = await storage.loadCells(board.id)
  const byKey = new Map(stored.map((record) => [cellKey(record), record]))
  const planned: PlannedCell[] = []
  const faults: RunPlan['faults'][number][] = []
  const never = new AbortController().signal
  for (const [at, place] of placesOf(board, scope).entries()) {
    // oxlint-disable-next-line no-await-in-loop
    if (at % AT_ONCE === AT_ONCE - 1) await wait(0, never)
    const cell = cellOf(place)
    const earlier = byKey.get(cellKey(cell))
    const reading = readCell(client, board, place)
    if (!reading.ok) {
      if (isChosen(scope, earlier, undefined)) faults.push({ cell, messages: reading.messages })
      continue
    }
    if (!isChosen(scope, earlier, reading.hash)) continue
    const onlyChecks = isOnlyChecked(scope, earlier, reading.hash)
    const checks = [...board.checks, ...(place.case.checks ?? [])]
    const { connection, request } = reading
    // oxlint-disable-next-line no-await-in-loop
    const maxCost = onlyChecks ? 0 : await maxChatCost(client, connection, request)
    planned.push({ ...reading, cell, case: place.case, checks, earlier, onlyChecks, maxCost })
  }
  const continued = scope === 'rest' ? runsOf(planned) : new Set<string>()
  const sent = planned.filter(({ onlyChecks }) => !onlyChecks)
  return {
    boardId: board.id,
    runId: [...continued][0] ?? client.world.random.uuid(),
    plannedAt: client.world.clock.now(),
    cells: planned,
    faults,
    maxCost: sent.reduce((sum, { maxCost = 0 }) => sum + maxCost, 0),
    unknownCosts: sent.filter(({ maxCost }) => maxCost === undefined).length,
    judgments: planned.reduce((sum, { checks }) => sum + judgmentsOf(checks), 0),
    spent: stored
      .filter(({ runId }) => continued.has(runId))
      .reduce((sum, record) => sum + chargedOf(record), 0),
    spendLimit: board.spendLimit,
  }
}

type CellReading =
  | ({ ok: true } & Pick<PlannedCell, 'connection' | 'request' | 'headers' | 'hash'>)
  | { ok: false; messages: readonly string[] }

function readCell(client: Client, board: Board, place: CellPlace): CellReading {
  const { connection: chosen, headers = [] } = place.configuration
  const connection = connectionOf(client, chosen)
  if (connection === undefined) return { ok: false, messages: [missingConnection(chosen)] }
  const reading = requestOfCell(board, place, connection.id)
  if (!reading.ok) return { ok: false, messages: reading.issues.map(({ message }) => message) }
  return { ...reading, connection, headers }
}

function placesOf({ cases, configurations, repeats }: Board, scope: RunScope): CellPlace[] {
  const places = cases.flatMap((row) =>
    configurations.flatMap((configuration) =>
      Array.from({ length: repeats }, (_, repeat) => ({ case: row, configuration, repeat })),
    ),
  )
  if (typeof scope === 'string') return places
  return places.filter((place) => cellKey(cellOf(place)) === cellKey(scope))
}

function cellOf({ case: { id: caseId }, configuration, repeat }: CellPlace): Cell {
  return { caseId, configurationId: configuration.id, repeat }
}

/** `hash`: of the request as it would be sent now; undefined where there is none. */
function isChosen(scope: RunScope, earlier: CellRecord | undefined, hash: string | undefined) {
  const status = earlier?.status ?? 'waiting'
  // Somebody waits for it, or it is settled once nobody does: see `recoverCells`.
  if (status === 'running') return false
  if (typeof scope !== 'string' || scope === 'all') return true
  const isChanged = earlier !== undefined && earlier.requestHash !== hash
  switch (scope) {
    case 'rest':
      return status === 'waiting' || isChanged || isUnchecked(earlier)
    case 'failed':
      return status === 'failed' || status === 'error'
    case 'changed':
      return status !== 'waiting' && isChanged
    case 'checks':
      return status !== 'waiting' && earlier?.response !== undefined
  }
}

function isOnlyChecked(scope: RunScope, earlier: CellRecord | undefined, hash: string): boolean {
  if (scope === 'checks') return true
  if (scope !== 'rest' && scope !== 'failed') return false
  return isUnchecked(earlier) && earlier?.requestHash === hash
}

/** Its whole response is there, and its checks could not be applied. */
function isUnchecked(earlier: CellRecord | undefined): boolean {
  return earlier?.status === 'error' && earlier.response !== undefined
}

/** The runs that cells wait in. */
function runsOf(planned: readonly PlannedCell[]): Set<string> {
  return new Set(
    planned.flatMap(({ earlier }) => (earlier?.status === 'waiting' ? [earlier.runId] : [])),
  )
}

function judgmentsOf(checks: readonly Check[]): number {
  return checks.reduce((sum, check) => sum + (check.type === 'judge' ? check.votes : 0), 0)
}
