import { useState } from 'react'
import { useStore } from 'zustand'

import { decodeSetup } from '../../core/share/codec.ts'
import { connectionNeeds } from '../../core/share/connection-needs.ts'
import type { SetupReading } from '../../core/share/setup.ts'
import { ReceivedDialog } from '../../features/share/received-dialog.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'
import { chooseConnection } from '../connection/choose-connection.ts'
import { areas } from '../lazy.ts'
import { shellStore } from '../shell-store.ts'
import { ConnectionSlot } from './connection-slot.tsx'
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
