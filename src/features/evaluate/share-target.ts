import { addBoard } from '../../core/evaluate/board-state.ts'
import { boardOfSetup, boardSetup } from '../../core/evaluate/export/board-setup.ts'
import type { ShareTarget } from '../../core/share/share-target.ts'
import { boards } from '../../page/evaluate.ts'
import { stayQuiet } from '../../page/quiet.ts'

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
  // What a run may cost is shown before it starts.
  costInWords: () => Promise.resolve(undefined),
}
