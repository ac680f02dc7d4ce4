import { type FormEvent, useRef } from 'react'
import { useStore } from 'zustand'

import type { Proof } from '../../core/vault/vault.ts'
import { vault } from '../../page/vault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PassphraseField } from './passphrase-field.tsx'
import { useVaultTask, VaultFaultNotice } from './vault-task.tsx'

interface AddMethodProps {
  kind: Proof['kind']
  onDone: () => void
}

/** Adds a way to unlock, or changes the passphrase; whoever does so proves an earlier way first. */
export function AddMethod({ kind, onDone }: AddMethodProps) {
  const hasPassphrase = useStore(vault.store, ({ methods }) =>
    methods.some((method) => method.kind === 'passphrase'),
  )
  const current = useRef<HTMLInputElement>(null)
  const added = useRef<HTMLInputElement>(null)
  const { isRunning, fault, run } = useVaultTask()
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
      {kind === 'passphrase' && <PassphraseField label="New passphrase" field={added} isNew />}
      {!hasPassphrase && <p className="text-text-2">Your passkey is requested first.</p>}
      <VaultFaultNotice fault={fault} />
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

/** What the person entered; without a field it is a passkey. */
function proofIn(field: HTMLInputElement | null): Proof {
  return field === null ? { kind: 'passkey' } : { kind: 'passphrase', passphrase: field.value }
}
