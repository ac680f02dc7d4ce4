import Scale from 'lucide-react/icons/scale'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { columnLetter } from '../../core/evaluate/board.ts'
import { hasChecks } from '../../core/evaluate/checks/outcomes.ts'
import { columnResults } from '../../core/evaluate/results/column-results.ts'
import { resultTable, verdictTexts } from '../../core/evaluate/results/result-words.ts'
import { pacedStore } from '../../core/inspector/paced-store.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'

const BlindDialog = lazyComponent(() => import('./blind-dialog.tsx').then((m) => m.BlindDialog))

/** Thousands of cells are summed up: while a run changes one after the other, that is made only so often. */
const pacedCells = pacedStore(boards.cells, 250)

/** What the board came to: what can be claimed, and the figures of each configuration. It keeps its height. */
export function BoardSummary({ onAddCheck }: { onAddCheck: () => void }) {
  const board = useStore(boards.state, (state) => state.board)
  const { cells } = useSyncExternalStore(pacedCells.subscribe, pacedCells.getState)
  const votes = useStore(boards.votes, (state) => state.votes)
  const [isVoting, setVoting] = useState(false)
  const summary = useMemo(() => {
    const records = [...cells.values()].flat()
    const results = columnResults(board, records, votes)
    const canCompare = results.filter(({ responses }) => responses > 0).length > 1
    return {
      table: resultTable(results),
      canCompare,
      sentences: verdictTexts(board, records, votes),
    }
  }, [board, cells, votes])
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-start gap-x-3 bg-surface-1 px-3 text-sm">
        <div role="status" aria-label="Board summary" className="min-w-0 grow basis-80 py-2">
          <div className="mb-1.5 flex min-h-6 flex-wrap items-center gap-x-3">
            {summary.sentences.map((sentence) => (
              <p key={sentence} className="font-semibold">
                {sentence}
              </p>
            ))}
            {!hasChecks(board) && (
              <Button variant="ghost" onClick={onAddCheck}>
                Add first check
              </Button>
            )}
          </div>
          <div
            role="group"
            aria-label="Results by configuration"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
            tabIndex={0}
            className="overflow-x-auto"
          >
            <ul
              className="grid w-fit gap-x-5 whitespace-nowrap tabular-nums"
              style={{ gridTemplateColumns: `repeat(${summary.table.length + 1}, auto)` }}
            >
              <li aria-hidden className="contents text-xs text-text-3">
                <span />
                {summary.table.map(({ name }) => (
                  <span key={name}>{name}</span>
                ))}
              </li>
              {board.configurations.map(({ id }, index) => (
                <li key={id} className="contents">
                  <span className="font-semibold">{columnLetter(index)}</span>
                  {summary.table.map(({ name, texts }) => (
                    <span key={name} className="relative">
                      <span className="sr-only">{name} </span>
                      {texts[index]}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        </div>
        {summary.canCompare && (
          <Button className="my-2" onClick={() => setVoting(true)}>
            <Scale size={14} aria-hidden /> Compare blind
          </Button>
        )}
      </div>
      {isVoting && (
        <ChunkBoundary>
          <BlindDialog board={board} onClose={() => setVoting(false)} />
        </ChunkBoundary>
      )}
    </>
  )
}
