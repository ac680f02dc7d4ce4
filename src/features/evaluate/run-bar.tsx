import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { microUsdFrom } from '../../../contract/money.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { changeBoard } from '../../core/evaluate/board-state.ts'
import { MAX_REPEATS, type Board, type Case, type CellRecord } from '../../core/evaluate/board.ts'
import { checksOf, isFree, judgesToAsk } from '../../core/evaluate/checks/current-outcomes.ts'
import { cellResult } from '../../core/evaluate/results/cell-result.ts'
import { connectionOf } from '../../core/evaluate/run/connection-of.ts'
import type { RunPlan, RunScope } from '../../core/evaluate/run/run-plan.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { formatNumber } from '../../core/format/number.ts'
import { client } from '../../page/client.ts'
import { boards, evaluation } from '../../page/evaluate.ts'
import { quietStore } from '../../page/quiet.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Meter } from '../../ui/feedback/meter.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useMedia, WIDE_SCREEN } from '../../ui/hooks/use-media.ts'
import { PriceInWords, usePrice } from './price.tsx'
import { RunDialog } from './run-dialog.tsx'

/** Runs the board, shows what that can cost before it starts, and how far it is. */
export function RunBar({ board }: { board: Board }) {
  const { status, boardId, reason } = useStore(evaluation.state)
  const isOwn = boardId === board.id
  const isRunning = status === 'running'
  const isPaused = isOwn && status === 'paused'
  const [asked, setAsked] = useState<RunPlan>()
  const count = board.cases.length * board.configurations.length * board.repeats
  const hasFailed = useHasCell(isRunning ? NO_CASES : board.cases, (row, record) => {
    const result = cellResult(board, row, record)
    return result === 'failed' || result === 'error'
  })
  const hasJudge = useMemo(
    () => [board, ...board.cases].some(({ checks = [] }) => !checks.every(isFree)),
    [board],
  )
  const canJudge = useHasCell(
    isRunning || !hasJudge ? NO_CASES : board.cases,
    (row, { status, response, outcomes }) => {
      if (status !== 'done' || response === undefined) return false
      return judgesToAsk(checksOf(board, row), row, outcomes).length > 0
    },
  )
  const isWide = useMedia(WIDE_SCREEN)
  const isQuiet = useStore(quietStore, (state) => state.isQuiet)
  const isPriced = !isRunning && count > 0 && !isQuiet
  const connection = useStore(client.connections.store, (state) => state.connection)
  const load = useMemo(
    () => (isPriced ? (signal: AbortSignal) => evaluation.price(board, signal) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- another connection has other prices
    [board, isPriced, connection],
  )
  const ahead = usePrice(load)
  const run = async (...scopes: RunScope[]) => {
    const plan = await firstPlan(board, scopes)
    if (plan.cells.length === 0) showToast(plan.faults[0]?.messages[0] ?? 'No cells to run')
    else if (needsConfirmation(plan)) setAsked(plan)
    else start(plan)
  }
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 py-2 text-sm">
      {!isRunning && (
        <Button
          variant="primary"
          disabled={count === 0}
          // Cells that have a result of the same request are sent only once all of them have one.
          onClick={() => void run('rest', 'all')}
        >
          <Play size={14} aria-hidden /> Run all
        </Button>
      )}
      {isRunning && (
        <Button onClick={() => evaluation.pause()}>
          <Pause size={14} aria-hidden /> Pause
        </Button>
      )}
      {(isRunning || isPaused) && (
        <Button onClick={() => evaluation.stop()}>
          <Square size={14} aria-hidden /> Stop
        </Button>
      )}
      {!isRunning && hasFailed && <Button onClick={() => void run('failed')}>Run failed</Button>}
      {!isRunning && ahead !== undefined && ahead.outdated > 0 && (
        <Button onClick={() => void run('changed')}>Run changed</Button>
      )}
      {!isRunning && canJudge && (
        <Button
          title="Asks the judges that have not decided yet. Each vote is a request."
          onClick={() => void run('checks')}
        >
          Check again
        </Button>
      )}
      {!isRunning && ahead !== undefined && ahead.requests + ahead.judgments > 0 && (
        <span className="text-xs text-text-2">
          <PriceInWords price={ahead} />
          <Outdated count={ahead.outdated} />
        </span>
      )}
      {isOwn && <Progress />}
      <Checking />
      {isOwn && status === 'stopped' && reason !== undefined && reason.kind !== 'stopped' && (
        <p role="alert" className="text-warn">
          {reason.message}
        </p>
      )}
      {isWide ? (
        <RunOptions board={board} isRunning={isRunning && isOwn} />
      ) : (
        <Disclosure summary="Run options" className="w-full text-text-2">
          <RunOptions board={board} isRunning={isRunning && isOwn} />
        </Disclosure>
      )}
      {asked !== undefined && (
        <RunDialog
          plan={asked}
          onRun={() => {
            setAsked(undefined)
            start(asked)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

const NO_CASES: Board['cases'] = []

/** Whether there is such a cell of these cases. */
function useHasCell(
  cases: Board['cases'],
  is: (row: Case, record: CellRecord) => boolean,
): boolean {
  const rows = useMemo(() => new Map(cases.map((row) => [row.id, row])), [cases])
  return useStore(boards.cells, ({ cells }) =>
    [...cells.values()].some((own) =>
      own.some((record) => {
        const row = rows.get(record.caseId)
        return row !== undefined && is(row, record)
      }),
    ),
  )
}

/** The first of several plans that has something to do, else the last. */
async function firstPlan(board: Board, [scope = 'rest', ...others]: RunScope[]): Promise<RunPlan> {
  const plan = await evaluation.plan(board, scope)
  const hasWork = plan.cells.length > 0 || plan.faults.length > 0
  return hasWork || others.length === 0 ? plan : firstPlan(board, others)
}

function start(plan: RunPlan): void {
  const [fault] = plan.faults
  if (fault !== undefined)
    showToast(`${formatNumber(plan.faults.length)} cells can't run: ${fault.messages[0] ?? ''}`)
  void evaluation.start(plan)
}

/** Whether real money may be spent. The built-in models are paid from a balance that is none. */
function needsConfirmation({ cells }: RunPlan): boolean {
  const { config } = client.connections.store.getState()
  const isPaid = (connection: Connection | undefined) =>
    connection !== undefined && (connection.kind === 'remote' || config.mode === 'relay')
  return cells.some(
    ({ connection, checks, maxCost, onlyChecks }) =>
      maxCost !== 0 &&
      ((!onlyChecks && isPaid(connection)) ||
        checks.some(
          (check) => check.type === 'judge' && isPaid(connectionOf(client, check.connection)),
        )),
  )
}

/** Results that stay on the board until they are replaced, though the request has changed. */
function Outdated({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="text-warn">
      {' · '}
      {formatNumber(count)} {count === 1 ? 'result is' : 'results are'} outdated
    </span>
  )
}

function Progress() {
  const { status, done, total, spent, unknownCosts, waitUntil } = useStore(evaluation.state)
  if (status === 'idle' && total === 0) return null
  const state = {
    running: waitUntil === undefined ? 'Running' : 'Waiting for the rate limit',
    paused: 'Paused',
    stopped: 'Stopped',
    idle: 'Done',
  }[status]
  return (
    <span className="flex items-center gap-2 text-xs text-text-2 tabular-nums">
      <Meter label="Progress" value={done} max={total} />
      <output>
        {state}: {formatNumber(done)} of {formatNumber(total)}
        {(spent > 0 || unknownCosts === 0) && (
          <>
            , <span className="text-money">{formatMicroUsd(spent)}</span> spent
          </>
        )}
        {unknownCosts > 0 &&
          `, cost of ${formatNumber(unknownCosts)} ${unknownCosts === 1 ? 'request' : 'requests'} unknown`}
      </output>
    </span>
  )
}

/** Checks that are applied to thousands of responses take their time. */
function Checking() {
  const { left } = useStore(evaluation.checking)
  if (left === 0) return null
  return (
    <output className="text-xs text-text-2 tabular-nums">
      Checking {formatNumber(left)} {left === 1 ? 'response' : 'responses'}…
    </output>
  )
}

/** How often each case is sent, and what a run may cost. */
function RunOptions({ board, isRunning }: { board: Board; isRunning: boolean }) {
  const edit = (change: Partial<Board>) => changeBoard(boards, (now) => ({ ...now, ...change }))
  const limit = useMemo(
    () => (board.spendLimit === undefined ? '' : String(board.spendLimit / 1_000_000)),
    [board.spendLimit],
  )
  return (
    <div className="ml-auto flex flex-wrap items-center gap-3 text-xs text-text-2">
      <label className="flex items-center gap-1.5">
        Repeats
        <input
          type="number"
          min={1}
          max={MAX_REPEATS}
          value={board.repeats}
          disabled={isRunning}
          onChange={({ target: { valueAsNumber: value } }) => {
            if (Number.isInteger(value) && value >= 1 && value <= MAX_REPEATS)
              edit({ repeats: value })
          }}
          className="w-12 field"
        />
      </label>
      <label className="flex items-center gap-1.5">
        Spend limit
        <span className="flex items-center gap-1">
          <span aria-hidden>$</span>
          <input
            type="number"
            min={0}
            step="any"
            key={board.id}
            defaultValue={limit}
            disabled={isRunning}
            placeholder="None"
            onChange={({ target: { value } }) =>
              changeBoard(boards, ({ spendLimit: _, ...now }) => {
                const spendLimit = microUsdFrom(value)
                return spendLimit === undefined ? now : { ...now, spendLimit }
              })
            }
            className="w-18 field"
          />
        </span>
      </label>
    </div>
  )
}
