import { adviceForFailure, type Failure } from '../../../contract/errors/failure.ts'
import { cx } from '../../ui/cx.ts'
import { toneOf } from '../failures/failure-notice.tsx'

/** A failure in words. Not an alert: the place where it happened has announced it already. */
export function FailureNote({ failure }: { failure: Failure }) {
  const { title, meaning, nextStep } = adviceForFailure(failure)
  const isBad = toneOf(failure) === 'bad'
  return (
    <div className={cx('flex flex-col gap-1 rounded-lg p-3', isBad ? 'bg-bad/10' : 'bg-warn/10')}>
      <p className={cx('font-semibold', isBad ? 'text-bad' : 'text-warn')}>{title}</p>
      <p>{meaning}</p>
      {!title.startsWith(failure.message.replace(/\.$/, '')) && (
        <p className="text-text-2">
          <span className="text-text-3">In its own words: </span>
          {failure.message}
        </p>
      )}
      <p className="text-text-2">{nextStep}</p>
    </div>
  )
}
