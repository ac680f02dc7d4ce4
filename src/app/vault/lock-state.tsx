import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { client } from '../../page/client.ts'
import { vaultDialogStore } from '../../page/dialog-stores.ts'
import { vault } from '../../page/vault.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { part } from '../../ui/feedback/part.tsx'

const PocketLamp = part(() => import('../connection/pocket-lamp.tsx'), 'PocketLamp', {
  fallback: <span className="w-7" />,
  quiet: true,
})

/** Beside the connection whose key can be locked: whether it is, and the way to change that. */
export function LockButton() {
  const kind = useStore(client.connections.store, (state) => state.connection?.credential?.kind)
  return kind === 'wallet' ? <PocketLamp /> : <KeysLock />
}

function KeysLock() {
  const isUnlocked = useIsUnlocked()
  return isUnlocked ? (
    <IconButton label="Lock now" onClick={() => vault.lock()}>
      <LockOpen size={15} aria-hidden />
    </IconButton>
  ) : (
    <Button
      variant="ghost"
      aria-label="Unlock keys"
      title="Keys are locked"
      onClick={() => vaultDialogStore.setState({ shown: 'unlock' })}
    >
      <Lock size={15} aria-hidden className="text-warn" />
      <span className="max-xl:hidden">Unlock</span>
    </Button>
  )
}

/** The vault's part of the connection dialog: its state, and the way to what is saved. */
export function SavedKeysRow() {
  const isUnlocked = useIsUnlocked()
  return (
    <section
      aria-label="Saved keys"
      className="flex flex-wrap items-center justify-between gap-2 border-t pt-3 text-sm"
    >
      <p className="text-text-2">
        {isUnlocked
          ? 'Saved keys are unlocked. They lock on reload and after 15 idle minutes.'
          : 'Saved keys are locked.'}
      </p>
      <span className="flex gap-2">
        {isUnlocked && <Button onClick={() => vault.lock()}>Lock now</Button>}
        <Button onClick={() => vaultDialogStore.setState({ shown: 'saved' })}>
          {isUnlocked ? 'Saved keys' : 'Unlock keys'}
        </Button>
      </span>
    </section>
  )
}

function useIsUnlocked(): boolean {
  useEffect(() => {
    // Where storage is refused, the dialog says so.
    vault.load().catch(() => undefined)
  }, [])
  return useStore(vault.store, ({ status }) => status === 'unlocked')
}
