import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { SecretPurpose, SecretRef } from '../../core/storage/vault/vault-records.ts'
import { whyNoPasskey } from '../../core/vault/passkey.ts'
import { passphraseHint, VaultFault } from '../../core/vault/vault-fault.ts'
import type { Proof } from '../../core/vault/vault.ts'
import { AdviceNotice, useTask } from '../../features/failures/task.tsx'
import { savedConnections } from '../../page/connections.ts'
import { vaultDialogStore } from '../../page/dialog-stores.ts'
import { passkeyWorld, unlockWaits, vault } from '../../page/vault.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { PassphraseField } from '../../ui/controls/fields.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Unlocks the saved keys, and then closes or shows what is saved. */
export function VaultDialog() {
  const shown = useStore(vaultDialogStore, (state) => state.shown)
  const { status, methods } = useStore(vault.store)
  const isUnlocked = status === 'unlocked'
  const isNew = methods.length === 0 && status !== 'loading' && status !== 'unreadable'
  const { problem, run } = useTask()
  const load = useEffectEvent(() => void run(() => vault.load()))
  useEffect(() => load(), [])
  useEffect(() => {
    if (isUnlocked && shown === 'unlock') close()
  }, [isUnlocked, shown])
  if (shown === undefined) return null
  return (
    <Dialog
      title={isUnlocked ? 'Saved keys' : isNew ? 'Save keys encrypted' : 'Unlock keys'}
      onClose={close}
    >
      <AdviceNotice advice={problem} />
      {isUnlocked ? <SavedKeys /> : <UnlockKeys isNew={isNew} />}
    </Dialog>
  )
}

function close() {
  vaultDialogStore.setState({ shown: undefined })
  unlockWaits.refuse()
}

function UnlockKeys({ isNew }: { isNew: boolean }) {
  const { status, methods } = useStore(vault.store)
  const passphrase = useRef<HTMLInputElement>(null)
  const { isRunning, problem, run } = useTask()
  const noPasskey = whyNoPasskey(passkeyWorld)
  const has = (kind: Proof['kind']) => isNew || methods.some((method) => method.kind === kind)

  const unlock = (proof: Proof) => run(() => (isNew ? vault.setUp(proof) : vault.unlock(proof)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const field = passphrase.current
    if (field === null) return
    const isUnlocked = await unlock({ kind: 'passphrase', passphrase: field.value })
    if (!isUnlocked) field.select()
  }
  if (status === 'unreadable')
    return (
      <div className="flex flex-col gap-4">
        <AdviceNotice advice={problem ?? new VaultFault('unreadable').advice} />
        <EraseKeys
          summary="Erase saved keys…"
          meaning="Erase saved keys to start again. Connections stay, and ask for their keys."
          run={run}
        />
      </div>
    )
  if (status === 'loading') return <p className="text-sm text-text-2">Reading saved keys …</p>
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-sm text-text-2">
        {isNew
          ? "Choose what unlocks them on this device; it can't be recovered."
          : 'Keys lock on reload and after 15 idle minutes. One unlock opens all connections.'}
      </p>
      {has('passphrase') && (
        <PassphraseField
          label="Passphrase"
          field={passphrase}
          {...(isNew && { hintOf: passphraseHint })}
          isFirst
        />
      )}
      {isNew && noPasskey !== undefined && <p className="text-xs text-text-3">{noPasskey}</p>}
      <AdviceNotice advice={problem} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {has('passkey') && noPasskey === undefined && (
          <Button
            variant={has('passphrase') ? 'plain' : 'primary'}
            aria-disabled={isRunning}
            onClick={() => void unlock({ kind: 'passkey' })}
          >
            <Fingerprint size={16} aria-hidden /> Use passkey
          </Button>
        )}
        {has('passphrase') && (
          <Button type="submit" variant="primary" aria-disabled={isRunning}>
            {isRunning && <Spinner />} {isNew ? 'Save' : 'Unlock'}
          </Button>
        )}
      </div>
      {!isNew && (
        <EraseKeys
          summary="Can't unlock?"
          meaning="Erase saved keys to start again. Connections stay, and ask for their keys."
          run={run}
          className="-mb-2"
        />
      )}
    </form>
  )
}

const PURPOSES: Record<SecretPurpose, string> = {
  key: 'API key',
  headers: 'headers',
  refresh: 'refresh token',
  wallet: 'wallet key',
}

function SavedKeys() {
  const secrets = useStore(vault.store, (state) => state.secrets)
  const { problem, run } = useTask()
  return (
    <div className="flex flex-col gap-4 text-sm">
      {secrets.length === 0 ? (
        <p className="text-text-2">No saved keys.</p>
      ) : (
        <ul aria-label="Saved keys" className="flex flex-col gap-1">
          {secrets.map((ref) => (
            <SavedKey
              key={Object.values(ref).join(' ')}
              secret={ref}
              onForget={() => void run(() => vault.forget(ref))}
            />
          ))}
        </ul>
      )}
      <Methods />
      <AdviceNotice advice={problem} />
      <div className="flex flex-wrap items-start justify-between gap-2 border-t pt-3">
        <EraseKeys
          summary="Erase saved keys…"
          meaning="All of them, with what unlocks them. Connections stay, and ask for their keys."
          run={run}
        />
        <Button onClick={() => vault.lock()}>Lock now</Button>
      </div>
    </div>
  )
}

function SavedKey({ secret, onForget }: { secret: SecretRef; onForget: () => void }) {
  const { origin, connectionId, purpose } = secret
  const { host } = new URL(origin)
  const name = useStore(
    savedConnections.store,
    (list) => list.find(({ id }) => id === connectionId)?.name ?? host,
  )
  return (
    <li className="flex items-center gap-2">
      <span className="truncate">{name}</span>
      {name !== host && <span className="truncate font-mono text-xs text-text-3">{host}</span>}
      <span className="ml-auto shrink-0 text-text-2">{PURPOSES[purpose]}</span>
      {purpose === 'wallet' ? (
        // Its money goes with it: it is removed where that is said.
        <span className="px-2.5 text-xs text-text-3">Removed on the Wallet page</span>
      ) : (
        <Button aria-label={`Forget ${PURPOSES[purpose]} of ${name}`} onClick={onForget}>
          Forget
        </Button>
      )}
    </li>
  )
}

function Methods() {
  const methods = useStore(vault.store, (state) => state.methods)
  const { problem, run } = useTask()
  const [adding, setAdding] = useState<'passphrase' | 'passkey'>()
  const noPasskey = whyNoPasskey(passkeyWorld)
  const hasPassphrase = methods.some(({ kind }) => kind === 'passphrase')
  return (
    <section aria-label="Ways to unlock" className="flex flex-col gap-2 border-t pt-3">
      <h3 className="font-medium">Ways to unlock</h3>
      <ul className="flex flex-col gap-1">
        {methods.map(({ id, kind, createdAt }) => (
          <li key={id} className="flex items-center gap-2">
            <span className="grow">
              {kind === 'passkey' ? 'Passkey' : 'Passphrase'}
              <span className="ml-2 text-xs text-text-3">
                since {new Date(createdAt).toLocaleDateString()}
              </span>
            </span>
            {methods.length > 1 && (
              <Button
                aria-label={`Remove ${kind}`}
                onClick={() => void run(() => vault.removeMethod(id))}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AdviceNotice advice={problem} />
      {adding === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAdding('passphrase')}>
            {hasPassphrase ? 'Change passphrase' : 'Add passphrase'}
          </Button>
          {noPasskey === undefined && (
            <Button onClick={() => setAdding('passkey')}>Add passkey</Button>
          )}
        </div>
      ) : (
        <AddMethod kind={adding} onDone={() => setAdding(undefined)} />
      )}
      {noPasskey !== undefined && <p className="text-xs text-text-3">{noPasskey}</p>}
    </section>
  )
}

interface AddMethodProps {
  kind: Proof['kind']
  onDone: () => void
}

/** Adds a way to unlock, or changes the passphrase; whoever does so proves an earlier way first. */
function AddMethod({ kind, onDone }: AddMethodProps) {
  const hasPassphrase = useStore(vault.store, ({ methods }) =>
    methods.some((method) => method.kind === 'passphrase'),
  )
  const current = useRef<HTMLInputElement>(null)
  const added = useRef<HTMLInputElement>(null)
  const { isRunning, problem, run } = useTask()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isAdded = await run(() =>
      vault.addMethod(proofIn(current.current), proofIn(added.current)),
    )
    if (!isAdded) return
    showToast(kind === 'passkey' ? 'Passkey added' : 'Passphrase saved')
    onDone()
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-3 border-l-2 border-line-strong pl-3"
    >
      {hasPassphrase && <PassphraseField label="Current passphrase" field={current} />}
      {kind === 'passphrase' && (
        <PassphraseField label="New passphrase" field={added} hintOf={passphraseHint} />
      )}
      {!hasPassphrase && <p className="text-text-2">Your passkey is requested first.</p>}
      <AdviceNotice advice={problem} />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" aria-disabled={isRunning}>
          {isRunning && <Spinner />} {kind === 'passkey' ? 'Create passkey' : 'Save passphrase'}
        </Button>
      </div>
    </form>
  )
}

function proofIn(field: HTMLInputElement | null): Proof {
  return field === null ? { kind: 'passkey' } : { kind: 'passphrase', passphrase: field.value }
}

interface EraseKeysProps {
  summary: string
  meaning: string
  run: (work: () => Promise<unknown>) => Promise<boolean>
  className?: string
}

/** Erases the vault with everything in it, after what that costs was said. */
function EraseKeys({ summary, meaning, run, className = '' }: EraseKeysProps) {
  const hasWallet = useStore(vault.store, ({ secrets }) =>
    secrets.some(({ purpose }) => purpose === 'wallet'),
  )
  return (
    <Disclosure summary={summary} className={`-ml-1 text-text-2 ${className}`}>
      <div className="flex flex-col items-start gap-2 py-2 pl-6 text-sm">
        <p>{meaning}</p>
        {hasWallet && (
          <p className="text-warn">
            The pocket account's key is one of them. Without its backup, what it has is lost.
          </p>
        )}
        <Button variant="danger" onClick={() => void run(() => vault.erase())}>
          Erase saved keys
        </Button>
      </div>
    </Disclosure>
  )
}
