import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { whyNoPasskey } from '../../../core/vault/passkey.ts'
import { passphraseHint } from '../../../core/vault/vault-fault.ts'
import type { KeyPlace } from '../../../core/wallet/pocket/pocket-account.ts'
import { passkeyWorld, vault } from '../../../page/vault.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PassphraseField } from '../../../ui/controls/fields.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import { needKeyPlace } from './pocket-acts.ts'

const PLACES = [
  { value: 'vault', label: 'Save encrypted' },
  { value: 'memory', label: 'Until reload' },
] as const

/** Where the key of an account is to be, with its field; the first saved key chooses what unlocks the vault. */
export function useKeyPlace() {
  const [keyPlace, setKeyPlace] = useState<KeyPlace>('vault')
  const [isPasskey, setPasskey] = useState(false)
  const passphrase = useRef<HTMLInputElement>(null)
  const isNew = useStore(vault.store, ({ methods, status }) => {
    return methods.length === 0 && status !== 'loading' && status !== 'unreadable'
  })
  // What can't be read is said by the one who saves.
  useEffect(() => void vault.load().catch(() => undefined), [])
  const keyPlaceField = (
    <div className="flex flex-col gap-2 text-sm">
      <span className="font-medium">Key</span>
      <Segmented
        label="Key"
        options={PLACES}
        value={keyPlace}
        onChange={setKeyPlace}
        className="self-start"
      />
      {keyPlace === 'memory' ? (
        <p className="text-xs text-warn">
          In the memory of this tab. A reload loses the key, and what it pays with.
        </p>
      ) : !isNew || isPasskey ? (
        <p className="text-xs text-text-3">
          Encrypted in this browser. {isPasskey ? 'Your passkey' : 'What unlocks your saved keys'}{' '}
          unlocks it.
        </p>
      ) : (
        <PassphraseField label="Choose a passphrase" field={passphrase} hintOf={passphraseHint} />
      )}
      {keyPlace === 'vault' && isNew && whyNoPasskey(passkeyWorld) === undefined && (
        <Button
          variant="ghost"
          className="-my-1 -ml-2.5 self-start underline"
          onClick={() => setPasskey(!isPasskey)}
        >
          Use a {isPasskey ? 'passphrase' : 'passkey'} instead
        </Button>
      )}
    </div>
  )
  /** Rejects with a `VaultFault` where it can't be saved there. */
  const prepareKeyPlace = async () => {
    const typed = passphrase.current?.value ?? ''
    await needKeyPlace(
      keyPlace,
      isPasskey ? { kind: 'passkey' } : { kind: 'passphrase', passphrase: typed },
    )
    return keyPlace
  }
  return { keyPlaceField, prepareKeyPlace }
}
