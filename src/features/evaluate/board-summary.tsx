import Scale from 'lucide-react/icons/scale'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import { type Board, columnLetter } from '../../core/evaluate/board.ts'
import { columnResults } from '../../core/evaluate/results/column-results.ts'
import { resultTable, verdictTexts } from '../../core/evaluate/results/result-words.ts'
import { pacedStore } from '../../core/inspector/paced-store.ts'
import { boards } from '../../page/evaluate.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { part } from '../../ui/feedback/part.tsx'

const BlindDialog = part(() => import('./blind-dialog.tsx'), 'BlindDialog')

/** Thousands of cells are summed up: while a run changes one after the other, that is made only so often. */
const pacedCells = pacedStore(boards.cells, 250)

/** What the board came to, a moment after it has changed. */
export function useSummary(board: Board) {
  const { cells } = useSyncExternalStore(pacedCells.subscribe, pacedCells.getState)
  const votes = useStore(boards.votes, (state) => state.votes)
  return useMemo(() => {
    const records = [...cells.values()].flat()
    const results = columnResults(board, records, votes)
    return { board, results, sentences: verdictTexts(board, records, votes) }
  }, [board, cells, votes])
}

/** What can be claimed in a line, and all figures of each configuration where they are asked for. */
export function BoardSummary({ summary }: { summary: ReturnType<typeof useSummary> }) {
  const { board, results, sentences } = summary
  const [isVoting, setVoting] = useState(false)
  const table = resultTable(results)
  const isComparable = results.filter(({ responses }) => responses > 0).length > 1
  return (
    <>
      <div
        role="status"
        aria-label="Board summary"
        className="flex shrink-0 flex-wrap items-center gap-x-3 bg-surface-1 px-3 pb-1 text-sm"
      >
        {/* A verdict takes the room that is kept for it: nothing moves when it comes. */}
        <div className="flex grow flex-wrap items-center gap-x-3 font-semibold max-md:min-h-10 max-md:w-full max-md:content-center">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <Disclosure
          summary="All figures"
          className="min-w-0 text-text-2 open:order-last open:w-full"
        >
          <div
            role="group"
            aria-label="Results by configuration"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
            tabIndex={0}
            className="overflow-x-auto"
          >
            <ul
              className="grid w-fit gap-x-5 whitespace-nowrap text-text-1 tabular-nums"
              style={{ gridTemplateColumns: `repeat(${table.length + 1}, auto)` }}
            >
              <li aria-hidden className="contents text-xs text-text-3">
                <span />
                {table.map(({ name }) => (
                  <span key={name}>{name}</span>
                ))}
              </li>
              {board.configurations.map(({ id }, index) => (
                <li key={id} className="contents">
                  <span className="font-semibold">{columnLetter(index)}</span>
                  {table.map(({ name, texts }) => (
                    <span key={name} className="relative">
                      <span className="sr-only">{name} </span>
                      {texts[index]}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        </Disclosure>
        <Button
          className={isComparable ? 'ml-auto' : 'invisible ml-auto'}
          onClick={() => setVoting(true)}
        >
          <Scale size={14} aria-hidden /> Compare blind
        </Button>
      </div>
      {isVoting && <BlindDialog board={board} onClose={() => setVoting(false)} />}
    </>
  )
}
