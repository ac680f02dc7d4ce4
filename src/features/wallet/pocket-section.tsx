import { useEffect, useState } from 'react'

import type { Connection } from '../../core/client/connection/connections.ts'
import type { WalletPayments } from '../../core/wallet/state/requirements.ts'
import { Button } from '../../ui/controls/button.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { isAway, PocketIntro, PocketOffer } from './pocket-offer.tsx'

const PocketPanel = part(() => import('./pocket/pocket-panel.tsx'), 'PocketPanel', {
  fallback: <div className="h-28" />,
})

/** The pocket accounts; who never had one loads none of their code. */
export function PocketSection({
  connection,
  payments,
}: {
  connection: Connection
  payments: WalletPayments
}) {
  const [wanted, setWanted] = useState<'accounts' | 'create' | 'restore'>()
  useEffect(() => {
    void hasAccounts().then((has) => {
      if (has) setWanted((before) => before ?? 'accounts')
    })
  }, [])
  const isLeading = isAway(connection) && payments.kind === 'named'
  if (wanted !== undefined || isLeading)
    return (
      <PocketPanel
        connection={connection}
        payments={payments}
        opened={wanted === 'accounts' ? undefined : wanted}
      />
    )
  if (payments.kind === 'none') return null
  return (
    <>
      <PocketIntro isAway={isAway(connection)} />
      <PocketOffer payments={payments}>
        <Button onClick={() => setWanted('create')}>Create pocket account</Button>
        <Button variant="ghost" onClick={() => setWanted('restore')}>
          Restore
        </Button>
      </PocketOffer>
    </>
  )
}

/** Whether this browser may have accounts: their database is made with the first. */
async function hasAccounts(): Promise<boolean> {
  const databases = await indexedDB.databases().catch(() => undefined)
  return databases?.some(({ name }) => name === 'vendor-playground-pocket') ?? true
}
