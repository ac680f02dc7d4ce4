import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { type FormEvent, useRef } from 'react'
import { useStore } from 'zustand'

import { whyNoPasskey } from '../../core/vault/passkey.ts'
import { VaultFault } from '../../core/vault/vault-fault.ts'
import { NO_PASSKEY } from '../../core/vault/vault-words.ts'
import type { Proof } from '../../core/vault/vault.ts'
import { passkeyWorld, vault } from '../../page/vault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { EraseKeys } from './erase-keys.tsx'
import { PassphraseField } from './passphrase-field.tsx'
import { useVaultTask, VaultFaultNotice } from './vault-task.tsx'

/** Unlocks the saved keys; the first time, it sets up what will unlock them. */
export function UnlockKeys() {
  const { status, methods } = useStore(vault.store)
  const passphrase = useRef<HTMLInputElement>(null)
  const { isRunning, fault, run } = useVaultTask()
  // While it is being set up there is a vault before it is unlocked: the form stays as it began.
  const isNew = methods.length === 0
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
        <VaultFaultNotice fault={fault ?? new VaultFault('unreadable')} />
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
          ? "Keys are saved encrypted. Choose what unlocks them; it can't be recovered."
          : 'Keys lock on reload and after 15 idle minutes. One unlock opens all connections.'}
      </p>
      {has('passphrase') && (
        <PassphraseField label="Passphrase" field={passphrase} isNew={isNew} isFirst />
      )}
      {isNew && noPasskey !== undefined && (
        <p className="text-xs text-text-3">{NO_PASSKEY[noPasskey]}</p>
      )}
      <VaultFaultNotice fault={fault} />
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
            {isRunning && <Spinner />} Unlock
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
