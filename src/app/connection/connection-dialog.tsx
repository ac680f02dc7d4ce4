import { useId, useState } from 'react'
import { useStore } from 'zustand'

import { loadTypedApi } from '../../core/storage/connection/other-api.ts'
import { localText } from '../../core/storage/db/browser-storage.ts'
import { client } from '../../page/client.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { WalletPayment } from '../wallet-payment.tsx'
import { isAllowedOrigin } from './allowed-origin.ts'
import { connectionWords } from './connection-words.ts'
import { LocalConnection } from './local-connection.tsx'
import { RemoteConnection } from './remote-connection.tsx'

// In the same file: each file more costs the page a line in its import map.
export { reopenApi } from './reopen-api.ts'

type Choice = 'local' | 'remote'

/** Which API the page talks to, and with which key. */
export function ConnectionDialog({ onClose }: { onClose: () => void }) {
  const { config, connection } = useStore(client.connections.store)
  const [typed] = useState(() => loadTypedApi(localText))
  const [chosen, setChosen] = useState<Choice>()
  const starting = config.mode === 'starting'
  // An address that was allowed for this page is the one a person comes back to, with its key.
  const isExpected =
    typed !== undefined &&
    (typed.isAsked === true ||
      (connection === undefined
        ? !starting
        : isAllowedOrigin(new URL(typed.baseUrl).origin, location.origin, config)))
  const choice = chosen ?? (connection?.kind === 'remote' || isExpected ? 'remote' : 'local')
  const { place, payment } = connectionWords(connection, starting)

  return (
    <Dialog title="Connection" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div role="radiogroup" aria-label="Connect to" className="flex flex-col gap-1">
          <ConnectionRow
            name="This machine"
            note={connection?.kind === 'local' ? (payment ?? place) : 'local service'}
            isCurrent={connection?.kind === 'local'}
            isChosen={choice === 'local'}
            onChoose={() => setChosen('local')}
          />
          <ConnectionRow
            name="Another API"
            note={connection?.kind === 'remote' ? `${place} · ${payment}` : 'OpenAI-compatible'}
            isCurrent={connection?.kind === 'remote'}
            isChosen={choice === 'remote'}
            onChoose={() => setChosen('remote')}
          />
        </div>
        {starting ? (
          <p className="text-sm text-text-2">Contacting the local service …</p>
        ) : choice === 'local' ? (
          <LocalConnection onDone={onClose} />
        ) : (
          <RemoteConnection typed={typed} onDone={onClose} />
        )}
        <WalletPayment onDone={onClose} />
      </div>
    </Dialog>
  )
}

interface ConnectionRowProps {
  name: string
  /** Where it is, and how it is paid. */
  note: string
  /** The page is connected to it. */
  isCurrent: boolean
  isChosen: boolean
  onChoose: () => void
}

/** One connection to choose from, with a dot on the one in use. */
function ConnectionRow({ name, note, isCurrent, isChosen, onChoose }: ConnectionRowProps) {
  const id = useId()
  return (
    <label className="relative flex items-center gap-2 rounded-md px-3 text-sm target hover:bg-surface-2 has-checked:bg-accent/12 has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="connection"
        aria-label={name}
        aria-describedby={id}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
      />
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isCurrent ? 'bg-good' : 'border border-line-strong'}`}
      />
      <span aria-hidden className={isChosen ? 'font-medium' : ''}>
        {name}
      </span>
      <span id={id} className="ml-auto min-w-0 truncate font-mono text-xs text-text-3">
        {note}
      </span>
    </label>
  )
}
