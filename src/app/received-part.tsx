import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'

import { setupFromText } from '../share/import/setup-from-text.ts'
import { ReceivedDialog } from '../share/received-dialog.tsx'
import { areas } from './areas.ts'
import { useShareTarget } from './share-part.tsx'
import { shellStore } from './shell-store.ts'

/** A setup that came by link, file or paste: shown, then taken over or not. The newest is shown. */
export function ReceivedPart({ onClose }: { onClose: () => void }) {
  const received = useStore(shellStore, (shell) => shell.received) ?? ''
  return <Received key={received} received={received} onClose={onClose} />
}

function Received({ received, onClose }: { received: string; onClose: () => void }) {
  const [reading] = useState(() => setupFromText(received))
  const [, navigate] = useLocation()
  const area = areas.find(({ path }) => reading.ok && path === `/${reading.setup.area}`)
  const target = useShareTarget(area?.shareTarget)
  return (
    <ReceivedDialog
      reading={reading}
      target={target}
      onApplied={(shownAt) => {
        onClose()
        navigate(shownAt)
      }}
      onClose={onClose}
    />
  )
}
