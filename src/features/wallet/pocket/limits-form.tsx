import { type FormEvent, useState } from 'react'

import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { limitsProblem } from '../../../core/wallet/pocket/limits.ts'
import { setPocketLimits } from '../../../core/wallet/pocket/pocket-account.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { LimitFields } from './limit-fields.tsx'
import { ProblemNotice, usePocketTask } from './pocket-task.tsx'

interface LimitsFormProps {
  account: PocketAccount
  /** Who may not sign may not raise limits either. */
  isUnlocked: boolean
}

/** The limits of an account, to change while it is unlocked; its buttons come with a change. */
export function LimitsForm({ account, isUnlocked }: LimitsFormProps) {
  const [edited, setEdited] = useState<PocketAccount['limits']>()
  const { isRunning, problem, run } = usePocketTask()
  const limits = edited ?? account.limits
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (limitsProblem(limits) !== undefined) return
    if (await run(() => setPocketLimits(pocket, account.id, limits))) setEdited(undefined)
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-2">
      <LimitFields limits={limits} onChange={setEdited} disabled={!isUnlocked} />
      <ProblemNotice problem={problem} />
      {edited !== undefined && (
        <p className="flex flex-wrap gap-2">
          <Button
            type="submit"
            disabled={limitsProblem(limits) !== undefined}
            aria-disabled={isRunning}
          >
            Save limits
          </Button>
          <Button variant="ghost" onClick={() => setEdited(undefined)}>
            Cancel
          </Button>
        </p>
      )}
    </form>
  )
}
