import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import { useState } from 'react'
import { useStore } from 'zustand'

import { pairKey } from '../../../core/evaluate/board-state.ts'
import {
  type Board,
  type Case,
  type CellRecord,
  type CheckOutcome,
  columnLetter,
} from '../../../core/evaluate/board.ts'
import { describeCheck } from '../../../core/evaluate/checks/check-kinds.ts'
import type { Check } from '../../../core/evaluate/checks/check.ts'
import { checksOf, outcomeOf } from '../../../core/evaluate/checks/outcomes.ts'
import { cellView } from '../../../core/evaluate/results/cell-view.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { boards } from '../../../page/evaluate.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { StateMark } from '../grid/board-cell.tsx'
import { ConversationCell } from '../grid/conversation-cell.tsx'
import { Select } from '../select.tsx'
import { BoardPanel } from './board-panel.tsx'

const NO_CELLS: readonly CellRecord[] = []

interface CellPanelProps {
  board: Board
  case: Case
  /** Of the case, from 1. */
  number: number
  configurationId: string
  onClose: () => void
  /** Shows the cell before (-1) or behind (1); undefined where there is no other. */
  onStep: ((by: -1 | 1) => void) | undefined
}

/** All of a cell: its response as in the chat, and what every check found. */
export function CellPanel(props: CellPanelProps) {
  const { board, case: row, number, configurationId, onClose, onStep } = props
  const records = useStore(
    boards.cells,
    ({ cells }) => cells.get(pairKey({ caseId: row.id, configurationId })) ?? NO_CELLS,
  )
  const [chosen, setChosen] = useState(0)
  const repeat = Math.min(chosen, board.repeats - 1)
  const record = records.find((one) => one.repeat === repeat)
  const checks = checksOf(board, row)
  const alone = record ? [{ ...record, repeat: 0 }] : []
  const { state } = cellView({ ...board, repeats: 1 }, row, alone)
  const letter = columnLetter(board.configurations.findIndex(({ id }) => id === configurationId))
  return (
    <BoardPanel
      title={`Case ${number}, ${letter}`}
      onClose={onClose}
      {...(onStep && {
        onStep,
        actions: (
          <>
            <IconButton label="Previous cell" onClick={() => onStep(-1)}>
              <ChevronLeft size={16} aria-hidden />
            </IconButton>
            <IconButton label="Next cell" onClick={() => onStep(1)}>
              <ChevronRight size={16} aria-hidden />
            </IconButton>
          </>
        ),
      })}
    >
      <div className="flex flex-col gap-4">
        <div className="flex min-h-8 items-center gap-1.5 text-text-2">
          <StateMark state={state} />
          <span className="grow">{state}</span>
          {board.repeats > 1 && (
            <Select
              aria-label="Repeat"
              options={Array.from({ length: board.repeats }, (_, at) => ({
                value: at,
                label: `Repeat ${at + 1}`,
              }))}
              value={repeat}
              onChange={setChosen}
            />
          )}
        </div>
        {record?.status === 'done' && checks.length > 0 && (
          <OutcomeList case={row} checks={checks} outcomes={record.outcomes} />
        )}
        <section aria-label="Response">
          <ConversationCell
            key={`${configurationId} ${row.id} ${repeat}`}
            board={board}
            cell={{ caseId: row.id, configurationId, repeat }}
            record={record}
            isLast
          />
        </section>
      </div>
    </BoardPanel>
  )
}

interface OutcomeListProps {
  case: Case
  /** The checks of the board and of the case. */
  checks: readonly Check[]
  /** What they have found so far. */
  outcomes: readonly CheckOutcome[] | undefined
}

const looks = {
  passed: { word: 'Passed', tone: 'text-good', Icon: CircleCheck },
  failed: { word: 'Failed', tone: 'text-bad', Icon: CircleX },
  undecided: { word: 'Undecided', tone: 'text-warn', Icon: CircleHelp },
  open: { word: 'Not checked', tone: 'text-text-2', Icon: CircleDashed },
}

function OutcomeList({ case: row, checks, outcomes }: OutcomeListProps) {
  return (
    <ul aria-label="Check results" className="flex flex-col gap-2 text-sm">
      {checks.map((check) => {
        const { result = 'open', reason, cost } = outcomeOf(check, row, outcomes) ?? {}
        const { word, tone, Icon } = looks[result]
        return (
          <li key={check.id} className="flex gap-2">
            <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
            <div className="min-w-0">
              <span className={cx('font-medium', tone)}>{word}</span> {describeCheck(check)}
              {cost !== undefined && <span className="text-text-3"> · {formatMicroUsd(cost)}</span>}
              {reason !== undefined && <p className="text-text-2">{reason}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
