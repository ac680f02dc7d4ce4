import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { type ReactNode, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import type { Connection } from '../../core/client/connection/connections.ts'
import type { Board } from '../../core/evaluate/board.ts'
import { cellResult } from '../../core/evaluate/results/cell-results.ts'
import { connectionOf } from '../../core/evaluate/run/request-of-cell.ts'
import type { RunPlan, RunScope } from '../../core/evaluate/run/run-plan.ts'
import { formatCharge, formatMicroUsd } from '../../core/format/money.ts'
import { formatNumber } from '../../core/format/units.ts'
import { client } from '../../page/client.ts'
import { boards, evaluation } from '../../page/evaluate.ts'
import { quietStore } from '../../page/quiet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Meter } from '../../ui/feedback/meter.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { PriceInWords, requestsInWords, usePrice } from './message-composer.tsx'
import { RunOptions, type ShownOptions } from './run-options.tsx'

interface RunBarProps {
  board: Board
  /** Something else is the next thing to do: a message is written. */
  isSecondary: boolean
  shown: ShownOptions
  onShow: (shown: ShownOptions) => void
  children?: ReactNode
}

/** Runs the board, shows what that can cost before it starts, and how far it is. */
export function RunBar({ board, isSecondary, shown, onShow, children }: RunBarProps) {
  const { status, boardId, reason } = useStore(evaluation.state)
  const isOwn = boardId === board.id
  const isRunning = status === 'running'
  const [asked, setAsked] = useState<RunPlan>()
  const count = board.cases.length * board.configurations.length * board.repeats
  const rows = useMemo(() => new Map(board.cases.map((row) => [row.id, row])), [board.cases])
  const hasFailed = useStore(boards.cells, ({ cells }) =>
    [...cells.values()].flat().some((record) => {
      const row = rows.get(record.caseId)
      const result = row && cellResult(board, row, record)
      return result === 'failed' || result === 'error'
    }),
  )
  const isQuiet = useStore(quietStore, (state) => state.isQuiet)
  const isPriced = !isRunning && count > 0 && !isQuiet
  const connection = useStore(client.connections.store, (state) => state.connection)
  const load = useMemo(
    () => (isPriced ? (signal: AbortSignal) => evaluation.price(board, signal) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- another connection has other prices
    [board, isPriced, connection],
  )
  const ahead = usePrice(load)
  const outdated = ahead?.outdated ?? 0
  const run = async (scope: RunScope) => {
    let plan = await evaluation.plan(board, scope)
    // Cells that have a result of the same request are sent only once all of them have one.
    if (scope === 'rest' && plan.cells.length === 0 && plan.faults.length === 0)
      plan = await evaluation.plan(board, 'all')
    if (plan.cells.length === 0) showToast(plan.faults[0]?.messages[0] ?? 'No cells to run')
    else if (needsConfirmation(plan)) setAsked(plan)
    else start(plan)
  }
  return (
    <>
      <RunOptions board={board} isRunning={isRunning && isOwn} shown={shown} onShow={onShow}>
        {!isRunning && hasFailed && <Button onClick={() => void run('failed')}>Run failed</Button>}
        {children}
      </RunOptions>
      {/* It has its room before there is anything to say: no control moves. */}
      <div className="flex min-h-8 min-w-0 grow flex-wrap items-center gap-x-3 text-xs text-text-2 max-md:order-last max-md:min-h-4 max-md:w-full">
        {!isRunning && ahead !== undefined && ahead.requests + ahead.judgments > 0 && (
          <span>
            <PriceInWords price={ahead} />
            {outdated > 0 && (
              <span className="text-warn">
                {` · ${formatNumber(outdated)} ${outdated === 1 ? 'result is' : 'results are'} outdated`}
              </span>
            )}
          </span>
        )}
        {isOwn && <Progress />}
        <Checking />
        {isOwn && status === 'stopped' && reason !== undefined && reason.kind !== 'stopped' && (
          <p role="alert" className="text-warn">
            {reason.message}
          </p>
        )}
      </div>
      {(isRunning || (isOwn && status === 'paused')) && (
        <Button onClick={() => evaluation.stop()}>
          <Square size={14} aria-hidden /> Stop
        </Button>
      )}
      {isRunning ? (
        <Button onClick={() => evaluation.pause()}>
          <Pause size={14} aria-hidden /> Pause
        </Button>
      ) : (
        <Button
          variant={count === 0 || isSecondary ? 'plain' : 'primary'}
          disabled={count === 0}
          onClick={() => void run('rest')}
        >
          <Play size={14} aria-hidden /> Run all
        </Button>
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
    </>
  )
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
            , <span className="text-money">{formatCharge(spent)}</span> spent
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

interface RunDialogProps {
  plan: RunPlan
  onRun: () => void
  onClose: () => void
}

function RunDialog({ plan, onRun, onClose }: RunDialogProps) {
  return (
    <Dialog
      title="Run this board?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onRun}>
            Run {requestsInWords(plan)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>
          Sends <PriceInWords price={plan} />.
        </p>
        {plan.spendLimit !== undefined && (
          <p className="text-text-2">
            The run stops before it costs more than {formatMicroUsd(plan.spendLimit)}.
          </p>
        )}
      </div>
    </Dialog>
  )
}
