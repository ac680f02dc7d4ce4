import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { Connection } from '../../../core/client/connection/connections.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { backUpPocket, markBackedUp, restorePocket } from '../../../core/wallet/pocket/backup.ts'
import { loadPocket, pocketChoice } from '../../../core/wallet/pocket/pocket-account.ts'
import { usesRealChainIds } from '../../../core/wallet/state/local-chains.ts'
import type { WalletPayments } from '../../../core/wallet/state/requirements.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PassphraseField } from '../../../ui/controls/fields.tsx'
import { FileButton } from '../../../ui/controls/file-picker.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { saveFile } from '../../../ui/files.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { AdviceNotice, useTask } from '../../failures/task.tsx'
import { isAway, PocketIntro, PocketOffer } from '../pocket-offer.tsx'
import { useLocalChains } from '../use-local-chains.ts'
import { type AccountDialog, AccountView } from './account-view.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { FundDialog } from './fund-dialog.tsx'
import { useKeyPlace } from './key-place-field.tsx'
import { payFromPocket } from './pocket-acts.ts'
import { SendBackDialog } from './send-back-dialog.tsx'
import { StartFromWallet } from './start-from-wallet.tsx'

type PocketDialog = { kind: 'create' | 'restore' } | { kind: AccountDialog; accountId: string }

interface PocketPanelProps {
  connection: Connection
  payments: WalletPayments
  /** What a press asked for before this was loaded. */
  opened: 'create' | 'restore' | undefined
}

/** The pocket accounts of the current API: each with its money and limits, or the way to create one. */
export function PocketPanel({ connection, payments, opened }: PocketPanelProps) {
  const { accounts, unreadable } = useStore(pocket.store)
  const inUse = useStore(wallet.session, ({ session }) => session?.id)
  const local = useLocalChains()
  const [dialog, setDialog] = useState<PocketDialog | undefined>(opened && { kind: opened })
  const [isStarting, setStarting] = useState(false)
  const { problem, run } = useTask()
  const start = async (work: () => Promise<unknown>) => {
    setStarting(true)
    await run(work)
    setStarting(false)
  }
  const load = useEffectEvent(() => void run(() => loadPocket(pocket)))
  useEffect(() => load(), [])
  const close = () => setDialog(undefined)
  if (local === undefined || accounts === undefined)
    return problem === undefined ? <div className="h-28" /> : <AdviceNotice advice={problem} />
  const { origin } = new URL(connection.baseUrl)
  const own = accounts.filter((account) => account.origin === origin)
  const isBarred = usesRealChainIds(local)
  const named = payments.kind === 'named' && !isBarred ? payments.networks : []
  const [first, ...others] = named.filter(({ family }) => !own.some((one) => one.family === family))
  const isNamed = ({ networkId }: PocketAccount) => named.some(({ id }) => id === networkId)
  const open = (account: PocketAccount) => {
    setDialog({ kind: 'fund', accountId: account.id })
    void run(() => payFromPocket(account))
  }
  const chosen =
    dialog && 'accountId' in dialog ? own.find(({ id }) => id === dialog.accountId) : undefined
  return (
    <>
      {(isStarting ? [] : own).map((account) => (
        <AccountView
          key={account.id}
          account={account}
          isInUse={pocketChoice(account).id === inUse}
          isNamed={payments.kind === 'loading' ? undefined : isNamed(account)}
          onOpen={(kind) => setDialog({ kind, accountId: account.id })}
        />
      ))}
      {unreadable > 0 && (
        <p className="text-sm text-warn">
          {unreadable === 1
            ? 'The record of a pocket account is damaged. Restore the account from its backup.'
            : `The records of ${unreadable} pocket accounts are damaged. Restore them from their backups.`}
        </p>
      )}
      <AdviceNotice advice={problem} />
      {(own.length === 0 || isStarting) && payments.kind !== 'none' && (
        <PocketIntro isAway={isAway(connection)} />
      )}
      {isAway(connection) && (own.length === 0 || isStarting) && named.length > 0 && (
        <StartFromWallet connection={connection} onStart={start} />
      )}
      {isBarred && own.length === 0 ? (
        <p className="text-sm text-text-3">
          Not available here: local networks use mainnet IDs. Use the practice wallet.
        </p>
      ) : (
        <PocketOffer payments={payments}>
          {first !== undefined && !isStarting && (
            <>
              <Button
                variant={own.length === 0 ? 'plain' : 'ghost'}
                onClick={() => setDialog({ kind: 'create' })}
              >
                Create pocket account
              </Button>
              <Button variant="ghost" onClick={() => setDialog({ kind: 'restore' })}>
                Restore
              </Button>
            </>
          )}
        </PocketOffer>
      )}
      {dialog?.kind === 'create' && first !== undefined && (
        <CreateDialog
          connection={connection}
          networks={[first, ...others]}
          onCreated={open}
          onClose={close}
        />
      )}
      {dialog?.kind === 'restore' && named.length > 0 && (
        <RestoreDialog onRestored={open} onClose={close} />
      )}
      {chosen !== undefined && dialog?.kind === 'fund' && isNamed(chosen) && (
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

function BackupDialog({ account, onClose }: { account: PocketAccount; onClose: () => void }) {
  const passphrase = useRef<HTMLInputElement>(null)
  const { isRunning, problem, run } = useTask()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await run(async () => {
      const { fileName, text } = await backUpPocket(
        pocket,
        account.id,
        passphrase.current?.value ?? '',
      )
      saveFile(fileName, new Blob([text], { type: 'application/json' }))
      await markBackedUp(pocket, account.id)
    })
    if (isSaved) onClose()
  }
  return (
    <Dialog title="Back up pocket account" onClose={onClose}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4 text-sm">
        <p className="text-text-2">
          A file with the key, encrypted. Whoever has it and the passphrase can use the account.
        </p>
        <PassphraseField
          label="Passphrase"
          field={passphrase}
          hintOf={() =>
            "12 characters or more. It can't be recovered: store it apart from the file."
          }
        />
        <AdviceNotice advice={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={isRunning}>
            {isRunning && <Spinner />} Save backup
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RestoreDialog({
  onRestored,
  onClose,
}: {
  onRestored: (account: PocketAccount) => void
  onClose: () => void
}) {
  const [file, setFile] = useState<File>()
  const passphrase = useRef<HTMLInputElement>(null)
  const { keyPlaceField, prepareKeyPlace } = useKeyPlace()
  const { isRunning, problem, run } = useTask()
  const restore = async (event: FormEvent) => {
    event.preventDefault()
    if (file === undefined) return
    await run(async () => {
      const keyPlace = await prepareKeyPlace()
      const text = await file.text()
      onRestored(
        await restorePocket(pocket, text, {
          passphrase: passphrase.current?.value ?? '',
          keyPlace,
        }),
      )
    })
  }
  return (
    <Dialog title="Restore pocket account" onClose={onClose}>
      <form onSubmit={(event) => void restore(event)} className="flex flex-col gap-4 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <FileButton label="Backup file" accept=".json,application/json" onFile={setFile}>
            <span className="text-accent underline">Choose file</span>
          </FileButton>
          <span className="min-w-0 truncate text-text-2">{file?.name ?? 'No file chosen'}</span>
        </p>
        <PassphraseField label="Passphrase of the backup" field={passphrase} />
        {keyPlaceField}
        <AdviceNotice advice={problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={file === undefined}
            aria-disabled={isRunning}
          >
            {isRunning && <Spinner />} Restore
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
