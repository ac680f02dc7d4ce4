import Plus from 'lucide-react/icons/plus'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { allowOriginPath } from '../../core/client/connection/base-url.ts'
import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { MAX_CONNECTIONS } from '../../core/storage/connection/saved-connections.ts'
import { client } from '../../page/client.ts'
import { keyHandover, savedConnections } from '../../page/connections.ts'
import { CodeBlock } from '../../ui/content/code.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { shellStore } from '../shell-store.ts'
import { chooseConnection, findSaved } from './choose-connection.ts'
import { walletPaymentWords } from './connection-dot.tsx'
import { ConnectionList } from './connection-list.tsx'
import { ConnectionForm } from './form/connection-form.tsx'
import { factsWords } from './try-connection.ts'

// In the same file: each file more costs the page a line in its import map.
export { openWithKeys, reopenConnection } from './choose-connection.ts'

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
          <ApiCheck key={connection.session} connection={connection} onLeave={onClose} />
        )}
        {below.kind === 'details' && saved.some(({ isRemembered }) => isRemembered) && (
          <SavedKeysRow />
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

/* What the connection dialog loads later. */

const SavedKeysRow = part(() => import('../vault/lock-state.tsx'), 'SavedKeysRow', { quiet: true })

const ApiCheck = part(() => import('../../features/doctor/api-check.tsx'), 'ApiCheck', {
  quiet: true,
})

interface SavedConnectionDetailsProps {
  id: string
  onEdit: () => void
  onRemoved: () => void
}

function SavedConnectionDetails(props: SavedConnectionDetailsProps) {
  const { id, onEdit, onRemoved } = props
  const saved = useStore(savedConnections.store, (list) => list.find((one) => one.id === id))
  const connection = useStore(client.connections.store, ({ open }) =>
    open.find((one) => one.id === id),
  )
  const { baseUrl, name, headers = [] } = saved ?? connection ?? {}
  if (baseUrl === undefined) return null
  const remove = () => {
    client.connections.close(id)
    const putBack = savedConnections.remove(id)
    if (saved?.isRemembered === true)
      void import('../vault/vault-acts.ts').then((m) => m.rememberSecrets(id, false))
    onRemoved()
    const undo = saved && { label: 'Undo', run: putBack }
    showToast(`${name} removed`, undo)
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
        <dt>Base URL</dt>
        <dd className="truncate font-mono text-xs text-text-2">{baseUrl}</dd>
        <dd>
          <CopyButton text={baseUrl} label="Copy base URL" />
        </dd>
        <dt>API key</dt>
        <dd className="col-span-2 font-mono text-xs text-text-2">
          {connection?.credential?.label ?? 'none'}
        </dd>
        {headers.length > 0 && (
          <>
            <dt>Headers</dt>
            <dd className="col-span-2 truncate font-mono text-xs text-text-2">
              {headers.map(([header, value]) => `${header}: ${value}`).join(', ')}
            </dd>
          </>
        )}
        {saved?.facts !== undefined && (
          <>
            <dt className="self-start">Models</dt>
            <dd className="col-span-2 text-text-2">{factsWords(saved.facts).join(' ')}</dd>
          </>
        )}
      </dl>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={remove}>
          Remove
        </Button>
        <Button onClick={onEdit}>Edit</Button>
      </div>
    </div>
  )
}

function LocalConnection() {
  const config = useStore(client.connections.store, (state) => state.config)
  const { baseUrl, apiKey } = config
  if (baseUrl === undefined)
    return (
      <div className="flex flex-col gap-3 text-sm">
        <p>No local service found. Start it, then open the URL it prints.</p>
        <p className="text-text-2">It also reads documents, tops up wallets and keeps balances.</p>
        <CodeBlock text="npm start" label="Command" />
        <p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </p>
      </div>
    )
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-text-2">
        {config.mode === 'relay'
          ? 'The local service relays requests to the API it was started for.'
          : 'The service that served this page. Runs on this machine, for free.'}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4">
        <dt>Base URL</dt>
        <dd className="truncate font-mono text-xs text-text-2">{baseUrl}</dd>
        <dd>
          <CopyButton text={baseUrl} label="Copy base URL" />
        </dd>
        {apiKey !== undefined && (
          <>
            <dt>API key</dt>
            <dd className="truncate font-mono text-xs text-text-2">
              ••••••••{apiKey.slice(-4)}
              <span className="ml-2 font-sans text-text-3">VENDOR_API_KEY in code</span>
            </dd>
            <dd>
              <CopyButton text={() => apiKey} label="Copy key" />
            </dd>
          </>
        )}
        {config.mode === 'local' && config.fixedOrigins !== true && (
          <>
            <dt>Allowed origins</dt>
            <dd className="truncate font-mono text-xs text-text-2">
              {config.apiOrigins.join(', ') || 'none'}
            </dd>
            <dd>
              <a
                href={allowOriginPath()}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  void keyHandover.leave(client, allowOriginPath())
                }}
                className="inline-flex items-center rounded-sm px-1.5 text-xs text-accent underline target"
              >
                Manage
              </a>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

/** The wallet's part of the connection dialog: what pays the requests, and the way to change it. */
function WalletPayment({ onDone }: { onDone: () => void }) {
  const [, navigate] = useLocation()
  const connection = useStore(client.connections.store, (state) => state.connection)
  if (connection === undefined) return null
  const { pays, stop } = walletPaymentWords(connection)
  return (
    <section
      aria-label="Payment"
      className="flex flex-wrap items-center justify-between gap-2 border-t pt-3 text-sm"
    >
      <p className="text-text-2">{pays}</p>
      <span className="flex gap-2">
        {stop !== undefined && (
          <Button
            onClick={() => {
              client.connections.restorePaymentMethod()
              onDone()
            }}
          >
            {stop}
          </Button>
        )}
        <Button
          onClick={() => {
            navigate('/wallet')
            onDone()
          }}
        >
          {stop === undefined ? 'Use a wallet' : 'Open the wallet'}
        </Button>
      </span>
    </section>
  )
}
