import { useStore } from 'zustand'

import type { Failure } from '../../../../contract/errors/failure.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { runColumnAgain } from '../../../core/chat/compare/run-columns.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { openLimits } from '../../../page/inspector-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { useLocation } from '../../../ui/hooks/location.tsx'

const AT_THE_CONNECTION: readonly Failure['kind'][] = [
  'authentication_failed',
  'payment_required',
  'insufficient_balance',
  'payment_discovery',
  'sign_in_rejected',
  'forbidden',
]

/** What to press after a failure in one column, besides running it again. */
export function ColumnSteps({ column, failure }: { column: CompareColumn; failure: Failure }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const [path, navigate] = useLocation()
  if (failure.kind === 'over_spend_cap') {
    const send = () => {
      if (connection === undefined) return
      const [fault] = runColumnAgain(chat, connection, column.conversation.id, { overCaps: true })
      if (fault !== undefined) showToast(fault)
    }
    return (
      <>
        <Button variant="primary" onClick={openLimits}>
          Change the cap
        </Button>
        <Button disabled={connection === undefined} onClick={send}>
          Send once anyway
        </Button>
      </>
    )
  }
  return AT_THE_CONNECTION.includes(failure.kind) ? (
    <Button variant="primary" onClick={() => navigate(`${path}?connect=1`)}>
      Open Connection
    </Button>
  ) : null
}
