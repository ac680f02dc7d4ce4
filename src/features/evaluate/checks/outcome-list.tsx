import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'

import type { Case, CheckOutcome } from '../../../core/evaluate/board.ts'
import { describeCheck } from '../../../core/evaluate/checks/check-kinds.ts'
import type { Check } from '../../../core/evaluate/checks/check.ts'
import { outcomeOf } from '../../../core/evaluate/checks/current-outcomes.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { cx } from '../../../ui/cx.ts'

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

/** What each check found of a response, with its reason and its cost. */
export function OutcomeList({ case: row, checks, outcomes }: OutcomeListProps) {
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
