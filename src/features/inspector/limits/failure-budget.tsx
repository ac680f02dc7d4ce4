import { useStore } from 'zustand'

import { FAILURE_BUDGET } from '../../../../contract/limits/abuse.ts'
import { emptyFailureLog, failuresThatCount } from '../../../../contract/limits/failure-log.ts'
import { failureBudgetOf } from '../../../core/client/admission/failure-budget.ts'
import { client } from '../../../page/client.ts'

/** How many requests of all tabs failed lately, of those the service allows before it blocks. */
export function FailureBudget({ now }: { now: number }) {
  const log = useStore(failureBudgetOf(client).log, (state) => state.log) ?? emptyFailureLog
  const failed = failuresThatCount(log, now).length
  const blocked = log.blockedUntil !== undefined && log.blockedUntil > now
  return (
    <section aria-labelledby="failures-heading" className="flex flex-col gap-1">
      <h3 id="failures-heading" className="font-medium">
        Failed requests
      </h3>
      <p className="flex justify-between gap-2">
        <span>In the last 30 s, all tabs</span>
        <span className="font-mono text-xs">
          {failed} of {FAILURE_BUDGET}
        </span>
      </p>
      <p className="text-xs text-text-3">
        {blocked
          ? `Blocked for ${Math.ceil(((log.blockedUntil ?? now) - now) / 1000)} s.`
          : 'With more the service refuses everything for 30 s, so the page stops before.'}
      </p>
    </section>
  )
}
