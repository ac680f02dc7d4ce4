import { useState } from 'react'
import { useStore } from 'zustand'

import { LOCAL_ID } from '../../core/client/connection/connections.ts'
import { decodeSetup } from '../../core/share/codec.ts'
import type { SetupReading } from '../../core/share/setup.ts'
import { connectionNeeds } from '../../core/share/shared-content.ts'
import type { ServerOffer } from '../../core/storage/connection/saved-connections.ts'
import { ReceivedDialog } from '../../features/share/received-dialog.tsx'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { useLocation } from '../../ui/hooks/location.tsx'
import { areas } from '../areas/areas.ts'
import { chooseConnection } from '../connection/choose-connection.ts'
import { shellStore } from '../shell-store.ts'
import { useShareTarget } from './share-part.tsx'

/** A setup that came by link, file or paste: shown, then taken over or not. The newest is shown. */
export function ReceivedPart({ onClose }: { onClose: () => void }) {
  const received = useStore(shellStore, (shell) => shell.received) ?? ''
  const [newest, setNewest] = useState({ received, count: 0 })
  if (newest.received !== received) setNewest({ received, count: newest.count + 1 })
  return <Received key={newest.count} received={received} onClose={onClose} />
}

interface ReceivedProps {
  received: string | SetupReading
  onClose: () => void
}

function Received({ received, onClose }: ReceivedProps) {
  const [reading, setReading] = useState(() =>
    typeof received === 'string' ? decodeSetup(received) : received,
  )
  const [, navigate] = useLocation()
  const area = areas.find(({ path }) => reading.ok && path === `/${reading.setup.area}`)
  const target = useShareTarget(area?.shareTarget)
  const [chosen, setChosen] = useState<string>()
  const { asItWas, headers } = reading.ok ? reading : {}
  const sent = headers === undefined ? {} : { headers }
  const unchanged = asItWas &&
    reading.ok && {
      ok: true as const,
      setup: asItWas.setup,
      leftOut: reading.leftOut.filter((part) => !asItWas.refused.includes(part)),
      ...sent,
    }
  return (
    <ReceivedDialog
      key={reading.ok ? reading.setup.area : ''}
      reading={reading}
      target={target}
      connectionSlot={
        reading.ok && (
          <ConnectionSlot
            needs={connectionNeeds(reading.setup)}
            chosen={chosen}
            onChoose={setChosen}
          />
        )
      }
      onAsItWas={unchanged ? () => setReading(unchanged) : undefined}
      onApplied={(shownAt) => {
        shellStore.setState({ openedInPart: asItWas && { ...asItWas, ...sent } })
        onClose()
        navigate(shownAt)
        // What keeps it from being switched to is settled in its form.
        if (chosen !== undefined && !chooseConnection(chosen))
          shellStore.setState({ connectionToOpen: chosen, dialog: 'connection' })
      }}
      onClose={onClose}
    />
  )
}

interface ConnectionSlotProps {
  /** What the setup wants of a connection. */
  needs: readonly ServerOffer[]
  /** The id of the chosen connection; undefined: the current one. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** The connection that a link leaves open: filled with one of this browser's own. */
function ConnectionSlot({ needs, chosen, onChoose }: ConnectionSlotProps) {
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
