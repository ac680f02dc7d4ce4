import { useStore } from 'zustand'

import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { loadVaultActs } from '../lazy.ts'
import { factsWords } from './facts-words.ts'

interface SavedConnectionDetailsProps {
  id: string
  onEdit: () => void
  onRemoved: () => void
}

/** The connection that is in use: where it is, what authenticates there, what its server offers. */
export function SavedConnectionDetails(props: SavedConnectionDetailsProps) {
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
    if (saved?.isRemembered === true) void loadVaultActs().then((m) => m.rememberSecrets(id, false))
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
