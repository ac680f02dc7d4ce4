import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { memo } from 'react'

import {
  type Board,
  type Case,
  type CellRecord,
  columnLetter,
} from '../../../core/evaluate/board.ts'
import {
  type CellState,
  type CellView,
  cellView,
  sumOf,
} from '../../../core/evaluate/results/cell-view.ts'
import { formatCharge } from '../../../core/format/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { Panel } from '../panels/board-panel.tsx'

const NO_CELLS: readonly CellRecord[] = []

interface BoardCellProps {
  case: Case
  configurationId: string
  /** Of the case, from 1. */
  number: number
  /** Of the configuration, from 0. */
  index: number
  /** Those of the board. */
  checks: Board['checks']
  repeats: number
  /** What is stored of it; the same array as long as nothing of it changes. */
  stored: readonly CellRecord[] | undefined
  place: string
  isTabStop: boolean
  isOpen: boolean
  onOpen: (panel: Panel) => void
}

/** What a configuration made of a case: outcome, time, cost and the first lines of its response. */
export const BoardCell = memo(function BoardCell(props: BoardCellProps) {
  const { case: row, configurationId, number, index, isOpen } = props
  const view = cellView(props, row, props.stored ?? NO_CELLS)
  const open = () => props.onOpen({ kind: 'cell', caseId: row.id, configurationId })
  return (
    <div
      role="gridcell"
      tabIndex={props.isTabStop ? 0 : -1}
      aria-label={`Case ${number}, ${columnLetter(index)}: ${cellInWords(view)}`}
      aria-selected={isOpen}
      data-place={props.place}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open()
      }}
      className={cx(
        'flex min-w-0 cursor-pointer flex-col gap-1 overflow-hidden border-l px-3 py-2 outline-offset-[-2px]! hover:bg-surface-1',
        isOpen && 'bg-surface-2!',
      )}
    >
      <CellFigures view={view} />
      <p className="line-clamp-2 text-text-2">{excerptOf(view)}</p>
    </div>
  )
})

function CellFigures({ view }: { view: CellView }) {
  const { state, records, repeats, passed } = view
  const cost = sumOf(records, ({ response }) => response?.cost)
  const total = sumOf(records, ({ response }) => response?.duration)
  const timed = records.filter(({ response }) => response?.duration !== undefined).length
  return (
    <p className="flex h-5 shrink-0 items-center gap-2 text-xs tabular-nums">
      <StateMark state={state} />
      {repeats > 1 && passed !== undefined && (
        <span className="text-text-2">
          {passed} of {repeats}
        </span>
      )}
      {total !== undefined && <span className="text-time">{formatDuration(total / timed)}</span>}
      {cost !== undefined && <span className="text-money">{formatCharge(cost)}</span>}
    </p>
  )
}

/** The outcome by shape and color; its word is part of the cell's name. What nothing has judged has no mark. */
export function StateMark({ state }: { state: CellState }) {
  switch (state) {
    case 'done':
      return null
    case 'waiting':
      return <CircleDashed size={14} aria-hidden className="text-text-3" />
    case 'running':
      return <Spinner />
    case 'passed':
      return <Check size={15} strokeWidth={2.5} aria-hidden className="text-good" />
    case 'failed':
      return <X size={15} strokeWidth={2.5} aria-hidden className="text-bad" />
    case 'error':
      return <TriangleAlert size={14} aria-hidden className="text-warn" />
  }
}

/** Why a check failed says more than the response: it comes first. */
function excerptOf({ records, reason }: CellView): string {
  const text = records.find(({ response }) => response !== undefined)?.response?.text
  return (reason ?? text ?? '').slice(0, 300)
}

/** "Server-sent events are…, 2 of 3 passed, failed": its state stands at the end. */
function cellInWords(view: CellView): string {
  const { state, repeats, passed } = view
  const excerpt = excerptOf(view).replaceAll(/\s+/g, ' ').trim().slice(0, 120)
  const count = repeats > 1 && passed !== undefined ? `${passed} of ${repeats} passed` : ''
  return [excerpt, count, state].filter((part) => part !== '').join(', ')
}
