import { adviceForFailure, type Failure } from '../../../contract/errors/failure.ts'

/** A failure in words. Not an alert: the place where it happened has announced it already. */
export function FailureNote({ failure }: { failure: Failure }) {
  const { title, meaning, nextStep } = adviceForFailure(failure)
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-bad/10 p-3">
      <p className="font-semibold text-bad">{title}</p>
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
