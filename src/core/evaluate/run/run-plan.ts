import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { maxChatCost, maxChatTokens } from '../../client/queries/max-chat-cost.ts'
import { cellKey, type Board, type Case, type Cell, type CellRecord } from '../board.ts'
import type { Check } from '../checks/check.ts'
import { checksOf, isFree, judgesToAsk } from '../checks/current-outcomes.ts'
import { oddVotes } from '../checks/judge/judge.ts'
import { casesBefore } from '../conversation/conversation.ts'
import { cellResult } from '../results/cell-result.ts'
import { chargedOf } from './cell-cost.ts'
import { connectionOf, missingConnection } from './connection-of.ts'
import type { EvaluationWorld } from './evaluation-world.ts'
import { maxJudgesCost } from './judge-chat.ts'
import { requestOfCell, type CellPlace } from './request-of-cell.ts'

/**
 * Which cells a run sends. `rest`: those without a result of the present request; `failed`: those that failed
 * or have an error; `changed`: those whose result is of an earlier request; `checks`: none, their judges are only
 * asked where they have not decided; `all`: every cell once more; or the cells of one case, or one of them. A cell that
 * continues one of the plan is left to a later plan: its request is not known yet.
 */
export type RunScope =
  | 'rest'
  | 'failed'
  | 'changed'
  | 'checks'
  | 'all'
  | (Pick<Cell, 'caseId'> & Partial<Cell>)

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
  faults: readonly { cell: Cell; messages: readonly string[] }[]
  /** What the run has spent already, where it goes on with an earlier one, micro-USD. */
  spent: number
  spendLimit: number | undefined
  /** A person lets it go in spite of the spend limits of the page. */
  overCaps?: true
}

/** The page has a breath after so many ms of planning. */
const SLICE_MS = 8

type PlanWorld = Pick<EvaluationWorld, 'client' | 'storage' | 'wait'>

/** Plans a run of a board as it stands. Sends nothing but for the list of models. */
export async function planRun(world: PlanWorld, board: Board, scope: RunScope): Promise<RunPlan> {
  const { client, storage } = world
  const stored = await storage.loadCells(board.id)
  const byKey = new Map(stored.map((record) => [cellKey(record), record]))
  const planned: PlannedCell[] = []
  const faults: RunPlan['faults'][number][] = []
  const price = { ...NO_PRICE }
  const breathe = breatherOf(world)
  const thread = threadOf(board)
  for (const place of placesOf(board, scope)) {
    // oxlint-disable-next-line no-await-in-loop
    await breathe()
    const cell = cellOf(place)
    const earlier = byKey.get(cellKey(cell))
    if (thread.isLater(place)) continue
    const reading = readCell(client, board, place, byKey)
    if (!reading.ok) {
      if (isChosen(scope, board, place, earlier, undefined))
        faults.push({ cell, messages: reading.messages })
      continue
    }
    if (!isChosen(scope, board, place, earlier, reading.hash)) continue
    const checked = checkedCase(scope, board, place, earlier, reading.hash)
    const { onlyChecks } = checked
    const unpriced = { ...reading, cell, ...checked, earlier }
    // oxlint-disable-next-line no-await-in-loop
    const one = { ...unpriced, ...(await maxCostsOf(client, unpriced)) }
    if (!onlyChecks) thread.plan(cell)
    planned.push(one)
    add(price, one)
  }
  const continued = scope === 'rest' ? runsOf(planned) : new Set<string>()
  return {
    ...price,
    boardId: board.id,
    runId: [...continued][0] ?? client.world.random.uuid(),
    plannedAt: client.world.clock.now(),
    cells: planned,
    faults,
    spent: stored
      .filter(({ runId }) => continued.has(runId))
      .reduce((sum, record) => sum + chargedOf(record), 0),
    spendLimit: board.spendLimit,
  }
}

/**
 * What a run of the rest can cost, as {@link planRun} has it, of boards of any size: each length of a request is
 * priced once, and nothing is made for a single cell. Undefined once the signal is aborted.
 */
export async function priceRun(
  world: PlanWorld,
  board: Board,
  signal: AbortSignal,
): Promise<RunPrice | undefined> {
  const { client, storage } = world
  const stored = await storage.loadCells(board.id)
  const byKey = new Map(stored.map((record) => [cellKey(record), record]))
  const known = new Map<string, MaxCosts>()
  const price = { ...NO_PRICE }
  const breathe = breatherOf(world)
  const thread = threadOf(board)
  const hashAt = (place: CellPlace) => {
    const reading = readCell(client, board, place, byKey)
    return reading.ok ? reading.hash : undefined
  }
  for (const place of placesOf({ ...board, repeats: 1 }, 'rest')) {
    // oxlint-disable-next-line no-await-in-loop
    await breathe()
    if (signal.aborted) return undefined
    const reading = readCell(client, board, place, byKey)
    if (!reading.ok) continue
    const all = { case: place.case, checks: checksOf(board, place.case) }
    const length = lengthOf(place, { ...reading, ...all })
    for (let repeat = 0; repeat < board.repeats; repeat += 1) {
      const cell = cellOf({ ...place, repeat })
      const earlier = byKey.get(cellKey(cell))
      if (thread.isLater({ ...place, repeat })) continue
      // The requests of repeats differ in their seeds, and in what was said before.
      const isSame =
        earlier === undefined ||
        repeat === 0 ||
        (board.seedPolicy !== 'per-repeat' && place.before === undefined)
      const hash = isSame ? reading.hash : hashAt({ ...place, repeat })
      if (hash === undefined || !isChosen('rest', board, place, earlier, hash)) continue
      const checked = checkedCase('rest', board, place, earlier, hash)
      if (!checked.onlyChecks) thread.plan(cell)
      const unpriced = { ...reading, ...checked, earlier }
      const key = checked.onlyChecks ? undefined : length
      const costs =
        // oxlint-disable-next-line no-await-in-loop
        (key === undefined ? undefined : known.get(key)) ?? (await maxCostsOf(client, unpriced))
      if (key !== undefined) known.set(key, costs)
      add(price, { ...unpriced, ...costs })
    }
  }
  return price
}

const NO_PRICE: RunPrice = { requests: 0, judgments: 0, maxCost: 0, unknownCosts: 0, outdated: 0 }

function add(
  price: RunPrice,
  cell: Pick<PlannedCell, 'checks' | 'earlier' | 'maxCost' | 'onlyChecks'>,
): void {
  const { checks, earlier, maxCost, onlyChecks } = cell
  price.judgments += judgmentsOf(checks)
  price.maxCost += maxCost ?? 0
  if (maxCost === undefined) price.unknownCosts += 1
  if (onlyChecks) return
  price.requests += 1
  if (earlier !== undefined && earlier.status !== 'waiting') price.outdated += 1
}

/** Lets the page breathe where it has planned for a while. */
function breatherOf({ client, wait }: PlanWorld): () => Promise<void> {
  const { clock } = client.world
  const never = new AbortController().signal
  let since = clock.elapsed()
  return async () => {
    if (clock.elapsed() - since < SLICE_MS) return
    await wait(0, never)
    since = clock.elapsed()
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

/** What the price of a cell depends on: cells of the same text cost the same. */
function lengthOf(
  { configuration }: CellPlace,
  { request, checks, case: row }: Pick<PlannedCell, 'request' | 'checks' | 'case'>,
): string | undefined {
  // What a judge reads of a case, or of attachments, is priced for each.
  if (judgmentsOf(checks) > 0) return undefined
  let bytes = 0
  for (const { content } of request.messages) {
    if (typeof content !== 'string') return undefined
    bytes += encoder.encode(content).byteLength
  }
  return `${configuration.id} ${row.messages === undefined ? '' : row.id} ${bytes}`
}

const encoder = new TextEncoder()

type CellReading =
  | ({ ok: true } & Pick<PlannedCell, 'connection' | 'request' | 'headers' | 'hash'>)
  | { ok: false; messages: readonly string[] }

function readCell(
  client: Client,
  board: Board,
  place: CellPlace,
  records: ReadonlyMap<string, CellRecord>,
): CellReading {
  const { connection: chosen, headers = [] } = place.configuration
  const connection = connectionOf(client, chosen)
  if (connection === undefined) return { ok: false, messages: [missingConnection(chosen)] }
  const reading = requestOfCell(board, place, connection.id, records)
  if (!reading.ok) return { ok: false, messages: reading.issues.map(({ message }) => message) }
  return { ...reading, connection, headers }
}

function* placesOf(
  { cases, configurations, repeats }: Board,
  scope: RunScope,
): Generator<CellPlace, void> {
  for (const [index, row] of cases.entries()) {
    const before = row.continues === true ? { before: casesBefore(cases, index) } : {}
    for (const configuration of configurations)
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const place = { case: row, configuration, repeat, ...before }
        if (isIn(scope, cellOf(place))) yield place
      }
  }
}

function isIn(scope: RunScope, cell: Cell): boolean {
  return typeof scope === 'string' || cellKey({ ...cell, ...scope }) === cellKey(cell)
}

/** The cells of a plan that others may continue: those are left to a later plan. */
function threadOf({ cases }: Board) {
  const planned = new Set<string>()
  const isThread = cases.some(({ continues }) => continues)
  return {
    plan(cell: Cell) {
      if (isThread) planned.add(cellKey(cell))
    },
    isLater: ({ before = [], ...place }: CellPlace) =>
      before.some((row) => planned.has(cellKey(cellOf({ ...place, case: row })))),
  }
}

/** A case with what its response is to be checked by, the one that is there or the one to come. */
function checkedCase(
  scope: RunScope,
  board: Board,
  { case: row }: CellPlace,
  earlier: CellRecord | undefined,
  hash: string,
): Pick<PlannedCell, 'case' | 'checks' | 'onlyChecks'> {
  const checks = checksOf(board, row)
  const open = openJudges(board, row, earlier)
  const isOfNow = earlier?.requestHash === hash
  const isMissing =
    scope === 'rest' ||
    (scope === 'failed' && earlier && cellResult(board, row, earlier) === 'undecided')
  const onlyChecks = scope === 'checks' || (isMissing === true && isOfNow && open.length > 0)
  return { case: row, checks: onlyChecks ? open : checks, onlyChecks }
}

function cellOf({ case: { id: caseId }, configuration, repeat }: CellPlace): Cell {
  return { caseId, configurationId: configuration.id, repeat }
}

/** `hash`: of the request as it would be sent now; undefined where there is none. */
function isChosen(
  scope: RunScope,
  board: Board,
  { case: row }: CellPlace,
  earlier: CellRecord | undefined,
  hash: string | undefined,
): boolean {
  const status = earlier?.status ?? 'waiting'
  // Somebody waits for it, or it is settled once nobody does: see `recoverCells`.
  if (status === 'running') return false
  if (typeof scope !== 'string' || scope === 'all') return true
  const isChanged = earlier !== undefined && earlier.requestHash !== hash
  const isOpen = openJudges(board, row, earlier).length > 0
  const result = earlier && cellResult(board, row, earlier)
  switch (scope) {
    case 'rest':
      return status === 'waiting' || isChanged || isOpen
    case 'failed':
      return result === 'failed' || result === 'error' || (result === 'undecided' && isOpen)
    case 'changed':
      return status !== 'waiting' && isChanged
    case 'checks':
      return isOpen
  }
}

/** The judges that the response of a cell still waits for. */
function openJudges(board: Board, row: Case, earlier: CellRecord | undefined): readonly Check[] {
  if (earlier?.status !== 'done' || earlier.response === undefined) return []
  return judgesToAsk(checksOf(board, row), row, earlier.outcomes)
}

/** The runs that cells wait in. */
function runsOf(planned: readonly PlannedCell[]): Set<string> {
  return new Set(
    planned.flatMap(({ earlier }) => (earlier?.status === 'waiting' ? [earlier.runId] : [])),
  )
}

function judgmentsOf(checks: readonly Check[]): number {
  return checks.reduce(
    (sum, check) => sum + (check.type === 'judge' && !isFree(check) ? oddVotes(check.votes) : 0),
    0,
  )
}
