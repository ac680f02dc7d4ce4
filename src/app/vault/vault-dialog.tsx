import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'

import { vaultDialogStore } from '../../page/vault-dialog-store.ts'
import { unlockWaits, vault } from '../../page/vault.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SavedKeys } from './saved-keys.tsx'
import { UnlockKeys } from './unlock-keys.tsx'
import { useVaultTask, VaultFaultNotice } from './vault-task.tsx'

/** Unlocks the saved keys, and then closes or shows what is saved. */
export function VaultDialog() {
  const shown = useStore(vaultDialogStore, (state) => state.shown)
  const isUnlocked = useStore(vault.store, (state) => state.status === 'unlocked')
  const { fault, run } = useVaultTask()
  const load = useEffectEvent(() => void run(() => vault.load()))
  useEffect(() => load(), [])
  useEffect(() => {
    if (isUnlocked && shown === 'unlock') close()
  }, [isUnlocked, shown])
  if (shown === undefined) return null
  return (
    <Dialog title={isUnlocked ? 'Saved keys' : 'Unlock keys'} onClose={close}>
      <VaultFaultNotice fault={fault} />
      {isUnlocked ? <SavedKeys /> : <UnlockKeys />}
    </Dialog>
  )
}

function close() {
  vaultDialogStore.setState({ shown: undefined })
  unlockWaits.refuse()
}
