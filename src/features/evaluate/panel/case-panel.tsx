import Trash2 from 'lucide-react/icons/trash-2'

import { boardVariables, editCase } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import type { Board, Case } from '../../../core/evaluate/board.ts'
import { boards } from '../../../page/evaluate.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { CaseEditor } from '../cases/case-editor.tsx'
import { ChecksEditor } from '../checks/checks-editor.tsx'
import { PANEL } from './panel.ts'

interface CasePanelProps {
  board: Board
  case: Case
  /** From 1. */
  number: number
  onClose: () => void
}

/** What a case asks and expects, and what only it is checked by; a change is saved as it is made. */
export function CasePanel({ board, case: row, number, onClose }: CasePanelProps) {
  const remove = () => {
    const change = (cases: (before: Board['cases']) => Board['cases']) =>
      changeBoard(boards, (now) => ({ ...now, cases: cases(now.cases) }))
    change((cases) => cases.filter(({ id }) => id !== row.id))
    onClose()
    showToast(`Case ${number} removed`, {
      label: 'Undo',
      run: () => change((cases) => cases.toSpliced(number - 1, 0, row)),
    })
  }
  return (
    <Sheet
      title={`Case ${number}`}
      onClose={onClose}
      className={PANEL}
      actions={
        <IconButton label="Remove case" onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      }
    >
      <div className="p-3 pt-0">
        <CaseEditor
          case={row}
          variables={boardVariables(board)}
          onChange={(next) => changeBoard(boards, (now) => editCase(now, next))}
        >
          <ChecksEditor caseId={row.id} />
        </CaseEditor>
      </div>
    </Sheet>
  )
}
