import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Download from 'lucide-react/icons/download'
import { useStore } from 'zustand'

import {
  changeBoard,
  deleteBoard,
  duplicateBoard,
  openBoard,
  startBoard,
} from '../../core/evaluate/board-state.ts'
import { boards } from '../../page/evaluate.ts'
import { pickFile } from '../../ui/controls/file-picker.tsx'
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
