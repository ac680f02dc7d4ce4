import { useState } from 'react'
import { useStore } from 'zustand'

import type { SecretPurpose, SecretRef } from '../../core/storage/vault/vault-records.ts'
import { whyNoPasskey } from '../../core/vault/passkey.ts'
import { NO_PASSKEY } from '../../core/vault/vault-words.ts'
import { savedConnections } from '../../page/connections.ts'
import { passkeyWorld, vault } from '../../page/vault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AddMethod } from './add-method.tsx'
import { EraseKeys } from './erase-keys.tsx'
import { useVaultTask, VaultFaultNotice } from './vault-task.tsx'

const PURPOSES: Record<SecretPurpose, string> = {
  key: 'API key',
  headers: 'headers',
  refresh: 'refresh token',
  wallet: 'wallet key',
}

/** What is saved, and what unlocks it; shown while unlocked. */
export function SavedKeys() {
  const secrets = useStore(vault.store, (state) => state.secrets)
  const { fault, run } = useVaultTask()
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
      <VaultFaultNotice fault={fault} />
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

/** The ways to unlock, each of which can be removed as long as there is another. */
function Methods() {
  const methods = useStore(vault.store, (state) => state.methods)
  const { fault, run } = useVaultTask()
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
      <VaultFaultNotice fault={fault} />
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
      {noPasskey !== undefined && <p className="text-xs text-text-3">{NO_PASSKEY[noPasskey]}</p>}
    </section>
  )
}
