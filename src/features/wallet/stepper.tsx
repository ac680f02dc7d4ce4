import Check from 'lucide-react/icons/check'

import { WALLET_STEPS, type WalletStep } from '../../core/wallet/state/top-up.ts'
import { cx } from '../../ui/cx.ts'

/** The three steps in one row, with the one that a person is at. */
export function Stepper({
  step,
  onConnect,
}: {
  step: WalletStep
  onConnect: (() => void) | undefined
}) {
  const at = WALLET_STEPS.indexOf(step)
  return (
    <ol aria-label="Wallet steps" className="flex items-center gap-2 text-sm">
      {WALLET_STEPS.map((name, index) => {
        // The last step has nothing to be done in it.
        const isDone = index < at || (index === at && name === 'Ready')
        const content = (
          <>
            <span
              aria-hidden
              className={cx(
                'flex size-5 shrink-0 items-center justify-center rounded-full text-xs',
                isDone
                  ? 'bg-good/10 text-good'
                  : index === at
                    ? 'bg-accent text-on-accent'
                    : 'bg-surface-3 text-text-2',
              )}
            >
              {isDone ? <Check size={12} aria-hidden /> : index + 1}
            </span>
            <span
              className={cx(
                'whitespace-nowrap',
                // On the narrowest screens only the step that a person is at has room for its name.
                index === at ? 'text-text-1' : 'text-text-2 max-[23rem]:sr-only',
              )}
            >
              {name}
              {index === 0 && <span className="sr-only"> wallet</span>}
              {isDone && <span className="sr-only"> done</span>}
            </span>
          </>
        )
        return (
          <li
            key={name}
            aria-current={index === at ? 'step' : undefined}
            className={cx('flex items-center gap-2 target', index > 0 && 'grow')}
          >
            {index > 0 && <span aria-hidden className="h-px min-w-2 grow bg-line" />}
            {index === 0 && onConnect !== undefined ? (
              <button
                type="button"
                onClick={onConnect}
                className="-mx-1 flex items-center gap-2 rounded-md px-1 target hover:bg-surface-2"
              >
                {content}
              </button>
            ) : (
              content
            )}
          </li>
        )
      })}
    </ol>
  )
}
