import { addBoard } from '../../core/evaluate/board-state.ts'
import { boardOfSetup, boardSetup } from '../../core/evaluate/export/board-setup.ts'
import type { ShareTarget } from '../../core/share/shared-fragment.ts'
import { boards } from '../../page/evaluate.ts'
import { stayQuiet } from '../../page/quiet.ts'
import { showNotLoaded } from '../../ui/feedback/part.tsx'
import type { ExportFormat } from './save-export.ts'

/** Saves the board on the screen, or its results, as a file; says so where that can't be loaded. */
export function exportAs(format: ExportFormat): void {
  import('./save-export.ts').then(
    ({ saveExport }) => saveExport(format),
    () => void showNotLoaded('the export'),
  )
}

/** What Share reads of the board on the screen; a shared board is always opened as a new one. */
export const evaluateShareTarget: ShareTarget = {
  current: () => ({ area: 'evaluate', ...boardSetup(boards.state.getState().board) }),
  apply: (setup) => {
    if (setup.area === 'evaluate') {
      const { area: _, ...board } = setup
      addBoard(boards, boardOfSetup(boards.client.world, board))
      stayQuiet()
    }
    return '/evaluate'
  },
  report: () => (boards.cells.getState().cells.size > 0 ? () => exportAs('HTML') : undefined),
  // What a run may cost is shown before it starts.
  costInWords: () => Promise.resolve(undefined),
}
