import { useStore } from 'zustand'

import { LOCAL_ID } from '../../core/client/connection/own-connections.ts'
import type { ServerOffer } from '../../core/storage/connection/saved-connections.ts'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'

interface ConnectionSlotProps {
  /** What the setup wants of a connection. */
  needs: readonly ServerOffer[]
  /** The id of the chosen connection; undefined: the current one. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** The connection that a link leaves open: filled with one of this browser's own. */
export function ConnectionSlot({ needs, chosen, onChoose }: ConnectionSlotProps) {
  const { config, connection } = useStore(client.connections.store)
  const saved = useStore(savedConnections.store)
  if (saved.length === 0) return null
  const others = [
    ...(config.baseUrl === undefined ? [] : [{ id: LOCAL_ID, name: 'This machine' }]),
    ...saved,
  ].filter(({ id }) => id !== connection?.id)
  const label = needs.length === 0 ? 'Connection' : `Connection with ${needs.join(' and ')}`
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm">
      {label}
      <select
        value={chosen ?? ''}
        onChange={({ target: { value } }) => onChoose(value === '' ? undefined : value)}
        className="min-w-40 field"
      >
        <option value="">{connection?.name ?? 'None'}</option>
        {others.map((one) => {
          const offers = 'facts' in one ? one.facts?.offers : undefined
          const fits = needs.length > 0 && needs.every((need) => offers?.includes(need) === true)
          return (
            <option key={one.id} value={one.id}>
              {one.name}
              {fits && ` (${needs.join(', ')})`}
            </option>
          )
        })}
      </select>
    </label>
  )
}
