import { useStore } from 'zustand'

import { addCheck, editCheck, removeCheck } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import type { Board } from '../../../core/evaluate/board.ts'
import { client } from '../../../page/client.ts'
import { boards } from '../../../page/evaluate.ts'
import { ChecksEditor } from './checks-editor.tsx'

interface BoardChecksProps {
  /** Only for this case; for every response where there is none. */
  caseId?: string
}

/** The checks of the board on the screen, or of one of its cases. */
export function BoardChecks({ caseId }: BoardChecksProps) {
  const checks = useStore(boards.state, ({ board }) => checksIn(board, caseId))
  const { world } = client
  return (
    <ChecksEditor
      label={caseId === undefined ? 'Checks' : 'Checks of this case'}
      addLabel={caseId === undefined ? 'Add check' : 'Add case check'}
      checks={checks}
      onAdd={(rule) => changeBoard(boards, (board) => addCheck(world, board, rule, caseId))}
      onEdit={(check) => changeBoard(boards, (board) => editCheck(world, board, check, caseId))}
      onRemove={(id) => changeBoard(boards, (board) => removeCheck(world, board, id, caseId))}
    />
  )
}

const NONE: Board['checks'] = []

function checksIn({ checks, cases }: Board, caseId: string | undefined): Board['checks'] {
  if (caseId === undefined) return checks
  return cases.find(({ id }) => id === caseId)?.checks ?? NONE
}
