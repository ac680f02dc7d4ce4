import type { RunPlan } from '../../core/evaluate/run/run-plan.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { PriceInWords, requestsInWords } from './price.tsx'

interface RunDialogProps {
  plan: RunPlan
  onRun: () => void
  onClose: () => void
}

/** Asks before a run spends money. */
export function RunDialog({ plan, onRun, onClose }: RunDialogProps) {
  return (
    <Dialog
      title="Run this board?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onRun}>
            Run {requestsInWords(plan)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>
          Sends <PriceInWords price={plan} />.
        </p>
        {plan.spendLimit !== undefined && (
          <p className="text-text-2">
            The run stops before it costs more than {formatMicroUsd(plan.spendLimit)}.
          </p>
        )}
      </div>
    </Dialog>
  )
}
