import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'

import { columnLetter } from '../../../core/evaluate/board.ts'
import { columnResults } from '../../../core/evaluate/results/column-results.ts'
import { columnTexts } from '../../../core/evaluate/results/column-text.ts'
import { verdictText } from '../../../core/evaluate/results/verdict-text.ts'
import { verdictOf } from '../../../core/evaluate/results/verdict.ts'
import { boards } from '../../../page/evaluate.ts'

/** What the board came to: what can be claimed, and the figures of each configuration. */
export function BoardSummary() {
  const board = useStore(boards.state, (state) => state.board)
  const cells = useDeferredValue(useStore(boards.cells, (state) => state.cells))
  const summary = useMemo(() => {
    const records = [...cells.values()].flat()
    const columns = columnResults(board, records)
    if (columns.every(({ counts }) => counts.passed + counts.failed + counts.error === 0))
      return undefined
    return { columns, sentence: verdictText(board, verdictOf(board, records)) }
  }, [board, cells])
  return (
    <div
      role="status"
      aria-label="Board summary"
      className="shrink-0 bg-surface-1 px-3 text-sm not-empty:py-2"
    >
      {summary !== undefined && (
        <>
          {summary.sentence !== '' && <p className="mb-1.5 font-semibold">{summary.sentence}</p>}
          <ul className="flex flex-col gap-1">
            {summary.columns.map((column, index) => (
              <li
                key={column.configurationId}
                className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5"
              >
                <span className="w-4 shrink-0 font-semibold">{columnLetter(index)}</span>
                {columnTexts(column).map(([name, text]) => (
                  <span key={name} className="tabular-nums">
                    <span className="text-text-3">{name}</span> {text}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
