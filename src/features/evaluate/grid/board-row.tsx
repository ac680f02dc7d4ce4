import { memo } from 'react'
import { useStore } from 'zustand'

import { pairKey } from '../../../core/evaluate/board-state.ts'
import type { Board, Case } from '../../../core/evaluate/board.ts'
import type { ShownCase } from '../../../core/evaluate/results/cell-view.ts'
import { boards } from '../../../page/evaluate.ts'
import { cx } from '../../../ui/cx.ts'
import type { Panel } from '../panels/board-panel.tsx'
import { BoardCell } from './board-cell.tsx'

interface BoardRowProps {
  shown: ShownCase
  configurations: Board['configurations']
  checks: Board['checks']
  repeats: number
  /** All of the board, for their letters. */
  columns: Board['configurations']
  isNarrow: boolean
  /** From 0, among those that are shown. */
  row: number
  /** px */
  height: number
  /** Widths of the columns, for CSS. */
  template: string
  tabColumn: number | undefined
  openKey: string | undefined
  onOpen: (panel: Panel) => void
}

/** A case, and its cell in each column; on a phone a card. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { shown, configurations, columns, checks, repeats, row, tabColumn, openKey, onOpen } = props
  const { isNarrow } = props
  const { number, case: one } = shown
  // One subscription for all cells of the row: many are made while one scrolls.
  const cells = useStore(boards.cells, (state) => state.cells)
  const openCase = () => onOpen({ kind: 'case', caseId: one.id })
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={cx(
        'grid [content-visibility:auto]',
        isNarrow ? 'grid-rows-[auto_1fr] px-3 pt-2' : 'border-b',
      )}
      style={{ height: props.height, gridTemplateColumns: props.template }}
    >
      <div
        role="rowheader"
        tabIndex={tabColumn === 0 ? 0 : -1}
        data-place={`${row}/0`}
        onClick={openCase}
        onKeyDown={(event) => {
          if (event.key === 'Enter') openCase()
        }}
        className={cx(
          'flex cursor-pointer gap-2 overflow-hidden bg-surface-1 px-3 py-2 outline-offset-[-2px]! hover:bg-surface-2',
          isNarrow ? 'max-h-17 rounded-t-lg' : 'sticky left-0 z-1',
        )}
      >
        <span className="shrink-0 text-text-3 tabular-nums">{number}</span>
        <span className="flex min-w-0 flex-col gap-0.5">
          <span
            className={cx(
              one.expected === undefined && !isNarrow
                ? 'line-clamp-3'
                : isNarrow
                  ? 'line-clamp-1'
                  : 'line-clamp-2',
            )}
          >
            {inputOf(one)}
          </span>
          {one.expected !== undefined && (
            <span className="truncate text-xs text-text-3" title={one.expected}>
              Expected: {one.expected}
            </span>
          )}
        </span>
      </div>
      {configurations.map((configuration, index) => (
        <BoardCell
          key={configuration.id}
          case={one}
          configurationId={configuration.id}
          number={number}
          index={columns.indexOf(configuration)}
          isCard={isNarrow}
          checks={checks}
          repeats={repeats}
          stored={cells.get(pairKey({ caseId: one.id, configurationId: configuration.id }))}
          place={`${row}/${index + 1}`}
          isTabStop={tabColumn === index + 1}
          isOpen={openKey === `${one.id}/${configuration.id}`}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
})

function inputOf({ variables, messages = [] }: Case): string {
  const values = Object.values(variables).filter((value) => value !== '')
  if (values.length > 0) return values.join(' · ')
  const content = messages.at(-1)?.content
  return typeof content === 'string' ? content : messages.length > 0 ? 'Messages' : 'No input'
}
