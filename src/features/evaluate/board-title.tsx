import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import { useStore } from 'zustand'

import {
  changeBoard,
  deleteBoard,
  duplicateBoard,
  openBoard,
  startBoard,
} from '../../core/evaluate/board-state.ts'
import { boards } from '../../page/evaluate.ts'
import { showNotLoaded } from '../../ui/feedback/load-fault.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { pickFile } from '../../ui/pick-file.ts'
import type { ExportFormat } from './save-export.ts'

/** The name of the board, and the way to all others. */
export function BoardTitle() {
  const board = useStore(boards.state, (state) => state.board)
  const all = useStore(boards.state, (state) => state.boards)
  const isStored = all.some(({ id }) => id === board.id)
  return (
    <div className="flex min-w-0 items-center">
      <input
        aria-label="Board name"
        value={board.name}
        onChange={({ target: { value } }) =>
          changeBoard(boards, (now) => ({ ...now, name: value }))
        }
        className="field-sizing-content max-w-72 min-w-24 truncate field border-transparent! bg-transparent! font-semibold hover:bg-surface-2! focus-visible:bg-surface-0!"
      />
      <Menu
        label="Boards"
        icon={<ChevronsUpDown size={14} aria-hidden />}
        items={[
          { label: 'New board', onSelect: () => startBoard(boards) },
          { label: 'Open board file…', onSelect: () => void chooseBoardFile() },
          ...all.map(({ id, name }) => ({
            label: name === '' ? 'Untitled board' : name,
            key: id,
            checked: id === board.id,
            onSelect: () => void openBoard(boards, id),
          })),
        ]}
      />
      {isStored && (
        <Menu
          label="Board actions"
          icon={<Ellipsis size={14} aria-hidden />}
          items={[
            { label: 'Duplicate board', onSelect: () => duplicateBoard(boards, board) },
            { label: 'Delete board', onSelect: () => void deleteWithUndo() },
          ]}
        />
      )}
      <ExportMenu />
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

function ExportMenu() {
  return (
    <Menu
      label="Export"
      captioned
      icon={<Download size={14} aria-hidden />}
      items={FORMATS.map((label) => ({ label, onSelect: () => exportAs(label) }))}
    />
  )
}

function exportAs(format: ExportFormat): void {
  import('./save-export.ts').then(
    ({ saveExport }) => saveExport(format),
    () => void showNotLoaded('the export'),
  )
}

/** Opens a board file as a new board, or says why not. */
export async function openFile(file: File): Promise<void> {
  try {
    const { openBoardFile } = await import('./save-export.ts')
    await openBoardFile(file)
  } catch {
    showToast("Couldn't open the file. Try again.")
  }
}
