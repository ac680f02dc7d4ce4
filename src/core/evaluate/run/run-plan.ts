import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { countedCharge } from '../../../../contract/money.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { maxChatCost, maxChatTokens } from '../../client/queries/models.ts'
import { type Board, type Case, type Cell, cellKey, type CellRecord } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { oddVotes } from '../checks/judge.ts'
import { checksOf, isFree, judgesToAsk } from '../checks/outcomes.ts'
import { casesBefore } from '../conversation.ts'
import { cellResult } from '../results/cell-results.ts'
import { connectionOf, missingConnection, requestOfCell } from './request-of-cell.ts'
import { type EvaluationWorld, maxJudgesCost } from './send-chat.ts'

/**
 * Which cells a run sends. `rest`: those without a result of the present request, of which judges that have not
 * decided are asked alone; `failed`: those that failed or have an error; `all`: every cell once more; or the cells of
 * one case, or one of them. A cell that continues one of the plan is left to a later plan: its request is not known yet.
 */
export type RunScope = 'rest' | 'failed' | 'all' | (Pick<Cell, 'caseId'> & Partial<Cell>)

/** A cell that a run is to send, or only to check. */
export interface PlannedCell {
  cell: Cell
  case: Case
  /** Those of the board and of the case; where nothing is sent, only the judges that are to be asked. */
  checks: readonly Check[]
  connection: Connection
  request: ChatRequest
  headers: HeaderList
  hash: string
  /** The most that the request can cost, micro-USD; undefined when nobody knows. */
  maxRequestCost: number | undefined
  /** The most that the request and its judges can cost, micro-USD; undefined when nobody knows. */
  maxCost: number | undefined
  /** What was stored when the run was planned. */
  earlier: CellRecord | undefined
  /** Its response is there: nothing is sent but to its judges. */
  onlyChecks: boolean
}

/** What a run would send and what it can cost, for a person to see before it starts. */
export interface RunPrice {
  /** Requests of cells. */
  requests: number
  /** How many requests judges add at most. */
  judgments: number
  /** The most that all requests and judges together can cost, as far as it is known, micro-USD. */
  maxCost: number
  /** How many cells have no known maximum. */
  unknownCosts: number
  /** How many of the cells have a result of an earlier request. */
  outdated: number
}

/** A run that may be started. */
export interface RunPlan extends RunPrice {
  boardId: string
  runId: string
  /** Unix ms. */
  plannedAt: number
  /** In the order in which they are sent. */
  cells: readonly PlannedCell[]
  /** Cells that can't be sent, and why. */
  faults: readonly CellFault[]
  /** What the run has spent already, where it goes on with an earlier one, micro-USD. */
  spent: number
  spendLimit: number | undefined
  /** A person lets it go in spite of the spend limits of the page. */
  overCaps?: true
}

interface CellFault {
  cell: Cell
  messages: readonly string[]
}

const SLICE_MS = 8

type PlanWorld = Pick<EvaluationWorld, 'client' | 'storage' | 'wait'>

const NEVER = new AbortController().signal

/** Plans a run of a board as it stands. Sends nothing but for the list of models. */
export async function planRun(world: PlanWorld, board: Board, scope: RunScope): Promise<RunPlan> {
  const stored = await world.storage.loadCells(board.id)
  const price = { ...NO_PRICE }
  const cells: PlannedCell[] = []
  const faults: CellFault[] = []
  for await (const found of chosenCells(world, board, scope, stored, NEVER)) {
    if ('messages' in found) faults.push(found)
    else {
      cells.push(found)
      add(price, found)
    }
  }
  /** The runs that cells wait in: a run of the rest goes on with them. */
  const continued = new Set(
    cells.flatMap(({ earlier }) =>
      scope === 'rest' && earlier?.status === 'waiting' && earlier.runId ? [earlier.runId] : [],
    ),
  )
  const { clock, random } = world.client.world
  return {
    ...price,
    boardId: board.id,
    runId: [...continued][0] ?? random.uuid(),
    plannedAt: clock.now(),
    cells,
    faults,
    spent: stored
      .filter(({ runId }) => continued.has(runId))
      .reduce((sum, record) => sum + chargedOf(record), 0),
    spendLimit: board.spendLimit,
  }
}

/** What a run of the rest can cost, of boards of any size. Undefined once the signal is aborted. */
export async function priceRun(
  world: PlanWorld,
  board: Board,
  signal: AbortSignal,
): Promise<RunPrice | undefined> {
  const stored = await world.storage.loadCells(board.id)
  const price = { ...NO_PRICE }
  for await (const found of chosenCells(world, board, 'rest', stored, signal))
    if (!('messages' in found)) add(price, found)
  return signal.aborted ? undefined : price
}

const NO_PRICE: RunPrice = { requests: 0, judgments: 0, maxCost: 0, unknownCosts: 0, outdated: 0 }

function add(price: RunPrice, { checks, earlier, maxCost, onlyChecks }: PlannedCell): void {
  price.judgments += judgmentsOf(checks)
  price.maxCost += maxCost ?? 0
  if (maxCost === undefined) price.unknownCosts += 1
  if (onlyChecks) return
  price.requests += 1
  if (earlier !== undefined && earlier.status !== 'waiting') price.outdated += 1
}

/** The one walk over a board: what a run does with each cell that it is to touch, or why it can't. */
async function* chosenCells(
  { client, wait }: PlanWorld,
  board: Board,
  scope: RunScope,
  stored: readonly CellRecord[],
  signal: AbortSignal,
): AsyncGenerator<PlannedCell | CellFault, void> {
  const { cases, configurations, repeats } = board
  const { clock } = client.world
  const records = new Map(stored.map((record) => [cellKey(record), record]))
  const costs = new Map<string, MaxCosts>()
  const planned = new Set<string>()
  const isThread = cases.some(({ continues }) => continues)
  let breathedAt = clock.elapsed()
  for (const [index, row] of cases.entries())
    for (const configuration of configurations) {
      if (clock.elapsed() - breathedAt >= SLICE_MS) {
        await wait(0, NEVER)
        breathedAt = clock.elapsed()
      }
      if (signal.aborted) return
      const before = row.continues === true ? casesBefore(cases, index) : []
      const { connection: chosen, headers = [] } = configuration
      const connection = connectionOf(client, chosen)
      let reading: ReturnType<typeof requestOfCell> | undefined
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const cell = { caseId: row.id, configurationId: configuration.id, repeat }
        const key = cellKey(cell)
        const isIn = typeof scope === 'string' || cellKey({ ...cell, ...scope }) === key
        if (!isIn || before.some(({ id }) => planned.has(cellKey({ ...cell, caseId: id }))))
          continue
        // Repeats differ only in what was said before.
        if (reading === undefined || before.length > 0)
          reading = requestOfCell(
            board,
            { case: row, configuration, repeat, before },
            connection,
            records,
          )
        const earlier = records.get(key)
        const hash = connection !== undefined && reading.ok ? reading.hash : undefined
        const work = workOf(scope, board, row, earlier, hash)
        if (work === undefined) continue
        if (connection === undefined) yield { cell, messages: [missingConnection(chosen)] }
        else if (!reading.ok) yield { cell, messages: reading.issues.map(({ message }) => message) }
        else {
          const onlyChecks = work !== 'send'
          const checks = onlyChecks ? work : checksOf(board, row)
          const { request } = reading
          const found = { case: row, checks, connection, request, onlyChecks, earlier }
          const length = onlyChecks ? undefined : lengthOf(configuration.id, found)
          const known = length === undefined ? undefined : costs.get(length)
          const cost = known ?? (await maxCostsOf(client, found))
          if (length !== undefined) costs.set(length, cost)
          if (isThread && !onlyChecks) planned.add(key)
          yield { ...found, ...cost, cell, headers, hash: reading.hash }
        }
      }
    }
}

/**
 * What a run does with a cell: it sends it, asks judges alone, or nothing. `hash`: of the request as it would be
 * sent now; undefined where there is none.
 */
function workOf(
  scope: RunScope,
  board: Board,
  row: Case,
  earlier: CellRecord | undefined,
  hash: string | undefined,
): 'send' | readonly Check[] | undefined {
  const status = earlier?.status ?? 'waiting'
  // Somebody waits for it, or it is settled once nobody does: see `recoverCells`.
  if (status === 'running') return undefined
  if (typeof scope !== 'string' || scope === 'all') return 'send'
  const isChanged = earlier !== undefined && hash?.startsWith(earlier.requestHash) !== true
  const isThere = status === 'done' && earlier?.response !== undefined
  const open = isThere ? judgesToAsk(checksOf(board, row), row, earlier.outcomes) : []
  const judges = open.length > 0 ? open : undefined
  const result = earlier && cellResult(board, row, earlier)
  switch (scope) {
    case 'rest':
      return status === 'waiting' || isChanged ? 'send' : judges
    case 'failed':
      if (result === 'undecided') return judges && isChanged ? 'send' : judges
      return result === 'failed' || result === 'error' ? 'send' : undefined
  }
}

type MaxCosts = Pick<PlannedCell, 'maxRequestCost' | 'maxCost'>
type Unpriced = Pick<
  PlannedCell,
  'case' | 'checks' | 'connection' | 'request' | 'onlyChecks' | 'earlier'
>

async function maxCostsOf(client: Client, cell: Unpriced): Promise<MaxCosts> {
  const { connection, request, onlyChecks, earlier } = cell
  const maxRequestCost = onlyChecks ? 0 : await maxChatCost(client, connection, request)
  if (judgmentsOf(cell.checks) === 0) return { maxRequestCost, maxCost: maxRequestCost }
  const response = onlyChecks ? earlier?.response : undefined
  const judged = response ?? { maxTokens: await maxChatTokens(client, connection, request) }
  const judges = await maxJudgesCost(client, cell, judged)
  const isKnown = maxRequestCost !== undefined && judges !== undefined
  return { maxRequestCost, maxCost: isKnown ? maxRequestCost + judges : undefined }
}

/** What the price of a cell depends on: cells of the same text cost the same, so each length is priced once. */
function lengthOf(configurationId: string, cell: Unpriced): string | undefined {
  const { request, checks, case: row } = cell
  // What a judge reads of a case, or of attachments, is priced for each.
  if (judgmentsOf(checks) > 0) return undefined
  let bytes = 0
  for (const { content } of request.messages) {
    if (typeof content !== 'string') return undefined
    bytes += encoder.encode(content).byteLength
  }
  return `${configurationId} ${row.messages === undefined ? '' : row.id} ${bytes}`
}

const encoder = new TextEncoder()

function judgmentsOf(checks: readonly Check[]): number {
  return checks.reduce(
    (sum, check) => sum + (check.type === 'judge' && !isFree(check) ? oddVotes(check.votes) : 0),
    0,
  )
}

/** What a stored cell counts as spent, micro-USD: all it may have cost where the cost is not known. */
function chargedOf({ status, response, error, maxCost, outcomes = [] }: CellRecord) {
  if (status === 'waiting') return 0
  const own =
    response === undefined && error?.mayBeCharged === false ? 0 : countedCharge(maxCost, 0)
  const judges = outcomes.reduce((sum, { cost }) => sum + countedCharge(cost, 0), 0)
  return countedCharge(response?.cost, own) + judges
}
