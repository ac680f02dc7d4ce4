import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { memo, useMemo } from 'react'

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
import { TickStrip } from '../../../ui/content/tick-strip.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { useChatParts, wholeText } from '../chat-parts.ts'
import type { Panel } from '../panels/board-panel.tsx'

const NO_CELLS: readonly CellRecord[] = []

interface BoardCellProps {
  case: Case
  configurationId: string
  /** Of the case, from 1. */
  number: number
  /** Of the configuration, from 0. */
  index: number
  checks: Board['checks']
  repeats: number
  /** What is stored of it; the same array as long as nothing of it changes. */
  stored: readonly CellRecord[] | undefined
  place: string
  isTabStop: boolean
  isOpen: boolean
  /** It is the lower part of a card. */
  isCard: boolean
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
        'flex min-w-0 cursor-pointer flex-col gap-1 overflow-hidden px-3 py-2 outline-offset-[-2px]! hover:bg-surface-1',
        props.isCard
          ? 'rounded-b-lg border border-surface-1'
          : 'border-l [content-visibility:auto]',
        isOpen && 'bg-surface-2!',
      )}
    >
      <CellFigures view={view} />
      {view.reason === undefined ? (
        <Excerpt text={excerptOf(view)} />
      ) : (
        <p className="line-clamp-2 text-text-2">{excerptOf(view)}</p>
      )}
    </div>
  )
})

/** The first lines of a response as Markdown, without what can be pressed in it: the whole cell is. */
function Excerpt({ text }: { text: string }) {
  const { ResponseText } = useChatParts()
  const source = useMemo(() => wholeText(text), [text])
  if (!MARKS.test(text)) return <p className="line-clamp-2 text-text-2">{text}</p>
  return (
    <div inert className={EXCERPT}>
      <ResponseText source={source} />
    </div>
  )
}

/** Only a text with one of these is more than its lines, and most of thousands have none. */
const MARKS = /[*_`#>|[\]$\\~]|^[ \t]*(?:-|\d+\.)\s/m

const EXCERPT =
  'line-clamp-2 max-h-[2lh] shrink-0 text-text-2 **:my-0! **:text-sm! **:leading-[inherit]! **:text-inherit! ' +
  '[&_.md-code]:border-0! [&_.md-code]:bg-transparent! [&_.md-code-bar]:hidden! [&_pre]:p-0!'

function CellFigures({ view }: { view: CellView }) {
  const { state, records, repeats, passed } = view
  const cost = sumOf(records, ({ response }) => response?.cost)
  const total = sumOf(records, ({ response }) => response?.duration)
  const { ticks } = records[0]?.details?.answer.timing ?? {}
  const timed = records.filter(({ response }) => response?.duration !== undefined).length
  return (
    <p className="flex h-5 shrink-0 items-center gap-2 text-xs tabular-nums">
      <StateMark state={state} />
      {repeats > 1 && passed !== undefined && (
        <span className="text-text-2">
          {passed} of {repeats}
        </span>
      )}
      {ticks !== undefined && <TickStrip strip={ticks} className="w-24! shrink" />}
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
