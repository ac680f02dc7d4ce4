import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'

import type { CheckOutcome } from '../../../core/evaluate/board.ts'
import { describeCheck } from '../../../core/evaluate/checks/check-kinds.ts'
import type { Check } from '../../../core/evaluate/checks/check.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { cx } from '../../../ui/cx.ts'

interface OutcomeListProps {
  outcomes: readonly CheckOutcome[]
  /** The checks of the board and of the case: what the outcomes are of. */
  checks: readonly Check[]
}

const looks = {
  passed: { word: 'Passed', tone: 'text-good', Icon: CircleCheck },
  failed: { word: 'Failed', tone: 'text-bad', Icon: CircleX },
  undecided: { word: 'Undecided', tone: 'text-warn', Icon: CircleHelp },
}

/** What the checks of a response found, each with its reason and its cost. */
export function OutcomeList({ outcomes, checks }: OutcomeListProps) {
  return (
    <ul aria-label="Check results" className="flex flex-col gap-2 text-sm">
      {outcomes.map(({ checkId, result, reason, cost }) => {
        const { word, tone, Icon } = looks[result]
        const check = checks.find(({ id }) => id === checkId)
        return (
          <li key={checkId} className="flex gap-2">
            <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
            <div className="min-w-0 break-words">
              <span className={cx('font-medium', tone)}>{word}</span>{' '}
              {check === undefined ? 'Removed check' : describeCheck(check)}
              {cost !== undefined && <span className="text-text-3"> · {formatMicroUsd(cost)}</span>}
              {reason !== undefined && <p className="text-text-2">{reason}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
