import { useState } from 'react'
import { useStore } from 'zustand'

import { client } from '../../page/client.ts'
import { settings } from '../../page/settings.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { WalletPayment } from '../wallet-payment.tsx'
import { connectionWords } from './connection-words.ts'
import { LocalConnection } from './local-connection.tsx'
import { RemoteConnection } from './remote-connection.tsx'

type Choice = 'local' | 'remote'

const choices = [
  { value: 'local', label: 'This machine' },
  { value: 'remote', label: 'Another API' },
] as const

/** Which API the page talks to, and with which key. */
export function ConnectionDialog({ onClose }: { onClose: () => void }) {
  const { config, connection } = useStore(client.connections.store)
  const remote = useStore(settings.store, (state) => state.remote)
  const starting = config.mode === 'starting'
  const [chosen, setChosen] = useState<Choice>()

  // An address that was allowed for this page is the one a person comes back to, with its key.
  const isRemoteAllowed =
    remote !== undefined && config.apiOrigins.some((origin) => isUnder(remote.baseUrl, origin))
  const expected: Choice =
    connection?.kind === 'remote' ||
    isRemoteAllowed ||
    (connection === undefined && !starting && remote)
      ? 'remote'
      : 'local'
  const choice = chosen ?? expected
  const { place, payment } = connectionWords(connection, starting)

  return (
    <Dialog title="Connection" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-text-2">
          Now: <span className="text-text-1">{place}</span>
          {payment !== undefined && <span className="font-mono text-xs"> · {payment}</span>}
        </p>
        <Segmented
          label="Connect to"
          options={choices}
          value={choice}
          onChange={setChosen}
          className="w-full"
        />
        {choice === 'local' ? (
          <LocalConnection onDone={onClose} />
        ) : (
          <RemoteConnection onDone={onClose} />
        )}
        <WalletPayment onDone={onClose} />
      </div>
    </Dialog>
  )
}

function isUnder(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin
}
