import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'

import { LOCAL_ID } from '../../core/client/connection/own-connections.ts'
import { decodeSetup } from '../../core/share/codec.ts'
import { connectionNeeds } from '../../core/share/connection-needs.ts'
import { leftOutText } from '../../core/share/import/import-report.ts'
import type { SetupReading } from '../../core/share/setup.ts'
import type { ShareTarget } from '../../core/share/share-target.ts'
import type { ServerOffer } from '../../core/storage/connection/saved-connections.ts'
import { ReceivedDialog } from '../../features/share/received-dialog.tsx'
import { client } from '../../page/client.ts'
import { savedConnections } from '../../page/connections.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useLocation } from '../../ui/hooks/location.tsx'
import { areas } from '../areas/areas.ts'
import { chooseConnection } from '../connection/choose-connection.ts'
import { shellStore } from '../shell-store.ts'
import { useShareTarget } from './share-part.tsx'

/**
 * A setup that came by link, file or paste. Where it replaces nothing it is opened, with a way back; else it
 * is shown, then taken over or not. The newest is shown.
 */
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
  const [pathname, navigate] = useLocation()
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
  const [isAsked, setIsAsked] = useState(false)
  const show = (path: string) => {
    shellStore.setState({ openedInPart: asItWas && { ...asItWas, ...sent } })
    onClose()
    navigate(path)
  }
  /** Opens it where there is nothing to decide; false where there is. */
  const openAtOnce = useEffectEvent(({ openAtOnce: open }: ShareTarget) => {
    // A link that leads away from what is on the screen changes that.
    if (!reading.ok || (typeof received === 'string' && pathname !== area?.path)) return false
    const { setup, leftOut } = unchanged ? { ...reading, leftOut: unchanged.leftOut } : reading
    const hasSlots = setup.area === 'chat' && setup.attachments.length > 0
    const opened = hasSlots || leftOut.length > 1 ? undefined : open?.(setup, headers)
    if (opened === undefined) return false
    show(opened.path)
    showToast(['Opened. Nothing was sent.', ...leftOutText({ leftOut })].join(' '), {
      label: 'Undo',
      run: () => {
        shellStore.setState({ openedInPart: undefined })
        opened.undo()
        navigate('/chat')
      },
    })
    return true
  })
  useEffect(() => {
    let current = true
    const ask = () => current && setIsAsked(true)
    const loaded = area?.shareTarget?.() ?? Promise.reject(new Error('nothing to load'))
    loaded.then((shareTarget) => (current && openAtOnce(shareTarget)) || ask(), ask)
    return () => {
      current = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it comes
  }, [])
  if (!isAsked) return null
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
        show(shownAt)
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
