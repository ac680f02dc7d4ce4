import Check from 'lucide-react/icons/check'

import { WALLET_STEPS, type WalletStep } from '../../core/wallet/state/steps.ts'
import { cx } from '../../ui/cx.ts'

/** All steps of a top-up, with the one that a person is at. */
export function Stepper({ step }: { step: WalletStep }) {
  const at = WALLET_STEPS.indexOf(step)
  return (
    <ol
      aria-label="Top-up steps"
      className="flex flex-wrap content-start gap-x-4 gap-y-1 text-sm md:flex-col md:flex-nowrap md:gap-y-0"
    >
      {WALLET_STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className={cx(
            'relative flex items-center gap-2 md:py-1.5',
            index === at
              ? 'font-semibold text-text-1'
              : 'text-text-3 max-md:[&>span:last-child]:sr-only',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'flex size-5 shrink-0 items-center justify-center rounded-full border font-mono text-xs',
              index === at && 'border-accent bg-accent text-on-accent',
              index < at && 'border-good/60 text-good',
            )}
          >
            {index < at ? <Check size={12} aria-hidden /> : index + 1}
          </span>
          <span>
            {name}
            {index < at && <span className="sr-only"> done</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
