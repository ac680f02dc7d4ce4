import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'

import type { Connection } from '../../../core/client/connection/connections.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { loadPocket, pocketChoice } from '../../../core/wallet/pocket/pocket-account.ts'
import { usesRealChainIds } from '../../../core/wallet/state/local-chains.ts'
import { allowedNetworks } from '../../../core/wallet/state/requirements.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PocketIntro } from '../pocket-intro.tsx'
import { type AccountDialog, AccountView } from './account-view.tsx'
import { BackupDialog } from './backup-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { FundDialog } from './fund-dialog.tsx'
import { payFromPocket } from './pocket-acts.ts'
import { ProblemNotice, usePocketTask } from './pocket-task.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { SendBackDialog } from './send-back-dialog.tsx'

/** What is open over the panel. */
type PocketDialog = { kind: 'create' | 'restore' } | { kind: AccountDialog; accountId: string }

interface PocketPanelProps {
  connection: Connection
  /** What a press asked for before this was loaded. */
  opened: 'create' | 'restore' | undefined
}

/** The pocket accounts of the current API: each with its money and limits, or the way to create one. */
export function PocketPanel({ connection, opened }: PocketPanelProps) {
  const { accounts } = useStore(pocket.store)
  const inUse = useStore(wallet.session, ({ session }) => session?.id)
  const local = useStore(wallet.view, (view) => view.local)
  const [dialog, setDialog] = useState<PocketDialog | undefined>(opened && { kind: opened })
  const { problem, run } = usePocketTask()
  const load = useEffectEvent(() => void run(() => loadPocket(pocket)))
  useEffect(() => load(), [])
  const close = () => setDialog(undefined)
  if (local === undefined || accounts === undefined)
    return problem === undefined ? <div className="h-28" /> : <ProblemNotice problem={problem} />
  const { origin } = new URL(connection.baseUrl)
  const own = accounts.filter((account) => account.origin === origin)
  const [first, ...others] = usesRealChainIds(local)
    ? []
    : allowedNetworks(wallet).filter(({ family }) => !own.some((one) => one.family === family))
  const open = (account: PocketAccount) => {
    setDialog({ kind: 'fund', accountId: account.id })
    void run(() => payFromPocket(account))
  }
  const chosen =
    dialog && 'accountId' in dialog ? own.find(({ id }) => id === dialog.accountId) : undefined
  return (
    <>
      {own.map((account) => (
        <AccountView
          key={account.id}
          account={account}
          isInUse={pocketChoice(account).id === inUse}
          onOpen={(kind) => setDialog({ kind, accountId: account.id })}
        />
      ))}
      <ProblemNotice problem={problem} />
      {own.length === 0 && <PocketIntro />}
      {first === undefined && own.length === 0 ? (
        <p className="text-sm text-text-3">
          Not available here: local networks use mainnet IDs. Use the practice wallet.
        </p>
      ) : (
        first !== undefined && (
          <p className="flex flex-wrap gap-2">
            <Button
              variant={own.length === 0 ? 'plain' : 'ghost'}
              onClick={() => setDialog({ kind: 'create' })}
            >
              Create pocket account
            </Button>
            <Button variant="ghost" onClick={() => setDialog({ kind: 'restore' })}>
              Restore
            </Button>
          </p>
        )
      )}
      {dialog?.kind === 'create' && first !== undefined && (
        <CreateDialog
          connection={connection}
          networks={[first, ...others]}
          onCreated={open}
          onClose={close}
        />
      )}
      {dialog?.kind === 'restore' && <RestoreDialog onRestored={open} onClose={close} />}
      {chosen !== undefined && dialog?.kind === 'fund' && (
        <FundDialog
          account={chosen}
          onBackUp={() => setDialog({ kind: 'back up', accountId: chosen.id })}
          onClose={close}
        />
      )}
      {chosen !== undefined && dialog?.kind === 'back up' && (
        <BackupDialog account={chosen} onClose={close} />
      )}
      {chosen !== undefined && dialog?.kind === 'send back' && (
        <SendBackDialog account={chosen} onClose={close} />
      )}
    </>
  )
}
