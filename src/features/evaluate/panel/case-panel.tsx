import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { boardVariables, editCase } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import type { Board, Case } from '../../../core/evaluate/board.ts'
import { boards } from '../../../page/evaluate.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { CaseEditor } from '../cases/case-editor.tsx'
import { ChecksEditor } from '../checks/checks-editor.tsx'
import { BoardPanel } from './board-panel.tsx'

interface CasePanelProps {
  board: Board
  case: Case
  /** From 1. */
  number: number
  onClose: () => void
}

/** What a case asks and expects, and what only it is checked by; a change is saved as it is made. */
export function CasePanel({ board, case: row, number, onClose }: CasePanelProps) {
  const [openCheck, setOpenCheck] = useState<string>()
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
    <BoardPanel
      title={`Case ${number}`}
      onClose={onClose}

      actions={
        <IconButton label="Remove case" onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      }
    >
      <CaseEditor
        case={row}
        variables={boardVariables(board)}
        onChange={(next) => changeBoard(boards, (now) => editCase(now, next))}
      >
        <ChecksEditor caseId={row.id} openId={openCheck} onOpen={setOpenCheck} />
      </CaseEditor>
    </BoardPanel>
  )
}
