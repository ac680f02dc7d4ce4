import Plus from 'lucide-react/icons/plus'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/own-connections.ts'
import { MAX_CONNECTIONS } from '../../core/storage/connection/saved-connections.ts'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { CodeBlock } from '../../ui/content/code-block.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { savedKeysRow } from '../lazy.ts'
import { shellStore } from '../shell-store.ts'
import { WalletPayment } from '../wallet-payment.tsx'
import { chooseConnection, findSaved } from './choose-connection.ts'
import { ConnectionList } from './connection-list.tsx'
import { ConnectionForm } from './form/connection-form.tsx'
import { apiCheck } from './lazy.ts'
import { LocalConnection } from './local-connection.tsx'
import { SavedConnectionDetails } from './saved-connection-details.tsx'

// In the same file: each file more costs the page a line in its import map.
export { openWithKeys, reopenConnection } from './choose-connection.ts'

/** What stands below the list: a connection to add, one to change, or the chosen one. */
type Below = { kind: 'form'; id?: string } | { kind: 'details' }

/** The connections, one of which the page uses: switched by one press, added, changed and removed. */
export function ConnectionDialog({ onClose }: { onClose: () => void }) {
  const { config, connection } = useStore(client.connections.store)
  const saved = useStore(savedConnections.store)
  const [asked] = useState(() => savedConnections.loadAsked())
  const [wanted] = useState(() => shellStore.getState().connectionToOpen)
  const [chosen, setChosen] = useState(asked?.id ?? wanted)
  const [below, setBelow] = useState<Below>(
    chosen === undefined ? { kind: 'details' } : { kind: 'form', id: chosen },
  )
  useEffect(() => {
    savedConnections.saveAsked(undefined)
    shellStore.setState({ connectionToOpen: undefined })
  }, [])
  const starting = config.mode === 'starting'
  const id = chosen ?? connection?.id ?? LOCAL_ID
  const isFull = saved.length + 1 >= MAX_CONNECTIONS
  const formOf = below.kind === 'form' ? below.id : undefined

  const choose = (next: string) => {
    setChosen(next)
    // What keeps it from being switched to is settled in its form.
    const isForm = !chooseConnection(next) && next !== LOCAL_ID
    setBelow(isForm ? { kind: 'form', id: next } : { kind: 'details' })
  }
  const showDetails = () => {
    setChosen(undefined)
    setBelow({ kind: 'details' })
  }

  return (
    <Dialog title="Connection" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <ConnectionList
            saved={saved}
            chosen={below.kind === 'form' && formOf === undefined ? undefined : id}
            onChoose={choose}
          />
          <Button
            variant="ghost"
            className="self-start"
            disabled={isFull}
            title={isFull ? `Up to ${MAX_CONNECTIONS} connections. Remove one first.` : undefined}
            onClick={() => setBelow({ kind: 'form' })}
          >
            <Plus size={14} aria-hidden /> Add connection
          </Button>
        </div>
        {starting ? (
          <p className="text-sm text-text-2">Contacting the local service …</p>
        ) : below.kind === 'form' ? (
          <ConnectionForm
            key={formOf ?? 'new'}
            saved={asked?.id === formOf ? asked : findSaved(formOf ?? '')}
            isAsked={asked !== undefined && asked.id === formOf}
            onDone={onClose}
            onCancel={showDetails}
          />
        ) : id === LOCAL_ID ? (
          <LocalConnection />
        ) : id === PRACTICE_ID ? (
          <PracticeConnection />
        ) : (
          <SavedConnectionDetails
            key={id}
            id={id}
            onEdit={() => setBelow({ kind: 'form', id })}
            onRemoved={showDetails}
          />
        )}
        {below.kind === 'details' && <WalletPayment onDone={onClose} />}
        {below.kind === 'details' && connection !== undefined && id === connection.id && (
          <ChunkBoundary quiet>
            <apiCheck.Part key={connection.session} connection={connection} onLeave={onClose} />
          </ChunkBoundary>
        )}
        {below.kind === 'details' && saved.some(({ isRemembered }) => isRemembered) && (
          <ChunkBoundary quiet>
            <savedKeysRow.Part />
          </ChunkBoundary>
        )}
        {!starting && below.kind === 'details' && (
          <Button variant="primary" className="self-end" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The connection "Practice": the service that runs in the page, and what takes more than a page. */
function PracticeConnection() {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-text-2">
        The local service, run in this page: the same models, limits and errors. Nothing is sent.
      </p>
      <p className="text-text-2">
        The balance resets with a reload. Documents, URLs and top-ups take the local service:
      </p>
      <CodeBlock text="npm start" label="Command" />
    </div>
  )
}
