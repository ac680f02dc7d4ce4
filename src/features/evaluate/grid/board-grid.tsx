import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Board } from '../../../core/evaluate/board.ts'
import type { ShownCase } from '../../../core/evaluate/results/cell-view.ts'
import type { ColumnResults } from '../../../core/evaluate/results/column-results.ts'
import { cx } from '../../../ui/cx.ts'
import { useFollowEnd } from '../../../ui/hooks/use-follow-end.ts'
import type { Panel } from '../panels/board-panel.tsx'
import { BoardRow } from './board-row.tsx'
import { ConfigurationHeader } from './configuration-header.tsx'
import { ConversationRow, Differences } from './conversation-row.tsx'
import { type GridPlace, movedPlace } from './grid-place.ts'

/** Height of a row, px: all are the same, so that those out of sight need not be drawn. A card has its case on top. */
const ROW_HEIGHT = 76
const CARD_HEIGHT = 148
/** Rows drawn above and below those in sight: a turn of the wheel draws all of them anew, in one task. */
const MARGIN_ROWS = 3
/** So many rows are scrolled before others are drawn. */
const STEP_ROWS = 2
/** A board of so few rows is drawn whole. */
const ALL_ROWS = 60

const CASE_WIDTH = '14rem'
const CELL_WIDTH = '16rem'
const ADD_WIDTH = '2.75rem'

interface BoardGridProps {
  board: Board
  rows: readonly ShownCase[]
  shown: Board['configurations']
  results: readonly ColumnResults[]
  /** There is room for one column: its cases are cards. */
  isNarrow: boolean
  addColumn: React.ReactNode
  /** The one row of the board is a conversation: what was asked over the whole width, the responses below it. */
  isConversation: boolean
  /** The cell whose panel is open, as `caseId/configurationId`. */
  openKey: string | undefined
  onOpen: (panel: Panel) => void
  children?: React.ReactNode
}

/** Cases by configurations. Arrow keys move in it; only the rows in sight are drawn. */
export function BoardGrid(props: BoardGridProps) {
  const { board, rows, shown, results, isNarrow, addColumn, isConversation, openKey } = props
  const { onOpen, children } = props
  const rowHeight = isNarrow ? CARD_HEIGHT : ROW_HEIGHT
  const grid = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  // On a phone what is above may take the whole screen, so cards scroll with the page.
  const scrollsWithPage = isNarrow && !isConversation
  const [first, last] = useRowsInSight(
    grid,
    head,
    isConversation ? 0 : rows.length,
    rowHeight,
    scrollsWithPage,
  )
  const end = isConversation ? rows.length : last
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: 1 })
  const isMoving = useRef(false)
  const columns = shown.length
  const heads = isConversation ? '' : `${CASE_WIDTH} `
  const template = isNarrow
    ? 'minmax(0, 1fr)'
    : `${heads}repeat(${columns}, minmax(${CELL_WIDTH}, 1fr)) ${ADD_WIDTH}`
  const width = isNarrow
    ? '100%'
    : `calc(${isConversation ? '0rem' : CASE_WIDTH} + ${columns} * ${CELL_WIDTH} + ${ADD_WIDTH})`
  const current = {
    row: Math.min(place.row, Math.max(0, rows.length - 1)),
    column: Math.min(place.column, columns),
  }

  useLayoutEffect(() => {
    if (!isMoving.current) {
      const { activeElement: focused } = document
      if (!(focused instanceof HTMLElement) || grid.current?.contains(focused) !== true) return
      const at = focused.dataset['place']
      // What had the focus was scrolled away, and another row took its elements.
      if (at !== undefined && at !== `${place.row}/${place.column}`) focused.blur()
      return
    }
    const cell = grid.current?.querySelector<HTMLElement>(
      `[data-place="${place.row}/${place.column}"]`,
    )
    // It is drawn once it has been scrolled to.
    if (!cell) return
    isMoving.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target.dataset['place'] === undefined) return
    const scroller = scrollerOf(grid.current, scrollsWithPage)
    const height = scroller?.clientHeight ?? 0
    const page = isConversation ? 1 : Math.max(1, Math.floor(height / rowHeight) - 2)
    const next = movedPlace(current, event, { rows: rows.length, columns, page })
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = true
    setPlace(next)
    // The panel follows.
    const { id: caseId } = rows[next.row]?.case ?? {}
    const { id: configurationId } = shown[next.column - 1] ?? {}
    if (openKey !== undefined && caseId !== undefined && configurationId !== undefined)
      onOpen({ kind: 'cell', caseId, configurationId })
    if (next.row < first || next.row >= end)
      scroller?.scrollTo({
        top: next.row * rowHeight + (grid.current?.offsetTop ?? 0) - scroller.offsetTop,
      })
  }

  return (
    <div
      ref={grid}
      className={cx(
        'min-w-0 grow',
        isConversation
          ? 'h-full min-h-80 scroll-area overscroll-contain'
          : scrollsWithPage
            ? 'shrink-0'
            : board.cases.length === 0
              ? 'shrink-0 overflow-auto'
              : 'min-h-80 overflow-auto',
      )}
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label="Board"
        aria-rowcount={rows.length + 1}
        aria-colcount={board.configurations.length + 1}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const [row, column] = (target.dataset['place'] ?? '').split('/').map(Number)
          if (row !== undefined && column !== undefined) setPlace({ row, column })
        }}
        className="min-w-full text-sm"
        style={{ width }}
      >
        <div role="rowgroup" ref={head} className="sticky top-0 z-2 bg-surface-1">
          <div
            role="row"
            aria-rowindex={1}
            className={cx(
              'grid border-b',
              (isConversation || isNarrow) && '[&>:nth-child(2)]:border-l-0',
            )}
            style={{ gridTemplateColumns: template }}
          >
            <div
              role="columnheader"
              className={
                isConversation || isNarrow
                  ? 'sr-only'
                  : 'sticky left-0 z-1 flex items-end bg-surface-1 px-3 py-1.5 text-xs text-text-3'
              }
            >
              Case
            </div>
            {shown.map((configuration) => (
              <ConfigurationHeader
                key={configuration.id}
                board={board}
                configuration={configuration}
                index={board.configurations.indexOf(configuration)}
                results={results.find(
                  ({ configurationId }) => configurationId === configuration.id,
                )}
                onOpen={onOpen}
              />
            ))}
            {addColumn !== false && (
              <div role="columnheader" aria-label="Add" className="border-l p-1.5">
                {addColumn}
              </div>
            )}
          </div>
        </div>
        {isConversation && <FollowEnd scroller={grid} />}
        {isConversation && <Differences board={board} shown={shown} template={template} />}
        <div
          role="rowgroup"
          style={{ paddingTop: first * rowHeight, paddingBottom: (rows.length - end) * rowHeight }}
        >
          {rows.slice(first, end).map((one, index) => {
            const row = first + index
            // The one cell that Tab reaches.
            const tabColumn = current.row === row ? current.column : undefined
            const common = { shown: one, row, template, tabColumn, openKey, onOpen }
            return isConversation ? (
              <ConversationRow key={one.case.id} {...common} board={board} configurations={shown} />
            ) : (
              <BoardRow
                // Rows that come into sight take the elements of those that leave it.
                key={row % (end - first)}
                {...common}
                configurations={shown}
                checks={board.checks}
                repeats={board.repeats}
                columns={board.configurations}
                isNarrow={isNarrow}
                height={rowHeight}
              />
            )
          })}
        </div>
      </div>
      {children !== undefined && (
        <div className="sticky left-0 flex w-full max-w-[100cqw] flex-col">{children}</div>
      )}
    </div>
  )
}

function FollowEnd({ scroller }: { scroller: React.RefObject<HTMLElement | null> }) {
  useFollowEnd(scroller)
  return null
}

/** What scrolls the rows: the grid itself, or the page around it. */
function scrollerOf(grid: HTMLElement | null, scrollsWithPage: boolean): HTMLElement | null {
  return scrollsWithPage ? (grid?.parentElement ?? null) : grid
}

function useRowsInSight(
  grid: React.RefObject<HTMLDivElement | null>,
  head: React.RefObject<HTMLDivElement | null>,
  count: number,
  rowHeight: number,
  scrollsWithPage: boolean,
): readonly [first: number, end: number] {
  const [sight, setSight] = useState({ top: 0, height: 0 })
  useEffect(() => {
    const element = scrollerOf(grid.current, scrollsWithPage)
    if (element === null || count <= ALL_ROWS) return
    const measure = () => {
      const view = element.getBoundingClientRect()
      // Rows go under the head, which stays.
      const from = Math.max(view.top, head.current?.getBoundingClientRect().bottom ?? 0)
      const rows = head.current?.nextElementSibling?.getBoundingClientRect().top ?? from
      // Only a step of some rows changes what is drawn.
      const step = STEP_ROWS * rowHeight
      const top = Math.max(0, Math.floor((from - rows) / step) * step)
      const height = Math.max(0, view.bottom - from) + step
      setSight((now) => (now.top === top && now.height === height ? now : { top, height }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    // What is above the grid moves it.
    const resizes = new ResizeObserver(measure)
    for (const each of [element, ...element.children]) resizes.observe(each)
    return () => {
      element.removeEventListener('scroll', measure)
      resizes.disconnect()
    }
  }, [grid, head, count, rowHeight, scrollsWithPage])
  if (count <= ALL_ROWS) return [0, count]
  const first = Math.floor(sight.top / rowHeight) - MARGIN_ROWS
  const end = Math.ceil((sight.top + sight.height) / rowHeight) + MARGIN_ROWS
  return [Math.max(0, Math.min(first, count)), Math.min(count, end)]
}
