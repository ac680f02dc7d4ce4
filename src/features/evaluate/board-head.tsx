import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Download from 'lucide-react/icons/download'
import Scale from 'lucide-react/icons/scale'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import {
  changeBoard,
  deleteBoard,
  duplicateBoard,
  openBoard,
  startBoard,
} from '../../core/evaluate/board-state.ts'
import { type Board, columnLetter } from '../../core/evaluate/board.ts'
import { columnResults } from '../../core/evaluate/results/column-results.ts'
import { resultTable, verdictTexts } from '../../core/evaluate/results/result-words.ts'
import { pacedStore } from '../../core/inspector/paced-store.ts'
import { boards } from '../../page/evaluate.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { pickFile } from '../../ui/controls/file-picker.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useMedia, WIDE_SCREEN } from '../../ui/hooks/use-media.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import type { ExportFormat } from './save-export.ts'
import { exportAs } from './share-target.ts'

/** The name of the board, and the way to all others. */
export function BoardTitle() {
  const board = useStore(boards.state, (state) => state.board)
  const all = useStore(boards.state, (state) => state.boards)
  const isWide = useMedia(WIDE_SCREEN)
  const isStored = all.some(({ id }) => id === board.id)
  return (
    <div className="flex min-w-0 items-center gap-1 max-md:grow max-md:basis-0">
      <input
        aria-label="Board name"
        value={board.name}
        onChange={({ target: { value } }) =>
          changeBoard(boards, (now) => ({ ...now, name: value }))
        }
        className="field-sizing-content max-w-72 min-w-0 truncate field border-transparent! bg-transparent! font-semibold hover:bg-surface-2! focus-visible:bg-surface-0!"
      />
      <Menu
        label="Boards"
        icon={<ChevronsUpDown size={14} aria-hidden />}
        items={[
          { label: 'New board', onSelect: () => startBoard(boards) },
          { label: 'Open board file…', onSelect: () => void chooseBoardFile() },
          ...(isStored
            ? [
                { label: 'Duplicate board', onSelect: () => duplicateBoard(boards, board) },
                { label: 'Delete board', onSelect: () => void deleteWithUndo() },
              ]
            : []),
          // On a phone there is no room for a menu of its own.
          ...(isWide
            ? []
            : FORMATS.map((label) => ({
                label: `Export ${label}`,
                onSelect: () => exportAs(label),
              }))),
          ...all.map(({ id, name }) => ({
            label: name === '' ? 'Untitled board' : name,
            key: id,
            checked: id === board.id,
            onSelect: () => void openBoard(boards, id),
          })),
        ]}
      />
      {isWide && (
        <Menu
          label="Export"
          captioned
          icon={<Download size={14} aria-hidden />}
          items={FORMATS.map((label) => ({ label, onSelect: () => exportAs(label) }))}
        />
      )}
    </div>
  )
}

async function chooseBoardFile(): Promise<void> {
  const file = await pickFile('.json,application/json')
  if (file !== undefined) await openFile(file)
}

async function deleteWithUndo(): Promise<void> {
  const { board } = boards.state.getState()
  try {
    const restore = await deleteBoard(boards, board)
    const undo = () => {
      restore().catch(() =>
        showToast(`Not enough storage to restore ${board.name}.`, {
          label: 'Try again',
          run: undo,
        }),
      )
    }
    showToast(`${board.name} deleted`, { label: 'Undo', run: undo })
  } catch {
    showToast("Couldn't delete the board. Reload the page and try again.")
  }
}

const FORMATS: readonly ExportFormat[] = ['CSV', 'JSONL', 'HTML', 'promptfoo', 'Board file']

/** Opens a board file as a new board, or says why not. */
export async function openFile(file: File): Promise<void> {
  try {
    const { openBoardFile } = await import('./save-export.ts')
    await openBoardFile(file)
  } catch {
    showToast("Couldn't open the file. Try again.")
  }
}

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
