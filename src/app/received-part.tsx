import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'

import { decodeSetup } from '../share/codec.ts'
import { ReceivedDialog } from '../share/received-dialog.tsx'
import { readSetup, type SetupReading } from '../share/setup.ts'
import { isSharedFragment } from '../share/shared-fragment.ts'
import { areas } from './areas.ts'
import { useShareTarget } from './share-part.tsx'
import { shellStore } from './shell-store.ts'

/** A setup that came by link or file: shown, then taken over or not. */
export function ReceivedPart({ onClose }: { onClose: () => void }) {
  const received = useStore(shellStore, (shell) => shell.received)
  const [reading] = useState(() => read(received ?? ''))
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

/** The fragment of an address, or the text of a file. */
function read(received: string): SetupReading {
  if (isSharedFragment(received)) return decodeSetup(received)
  try {
    return readSetup(JSON.parse(received))
  } catch {
    return { ok: false, message: 'The file is not JSON, so it holds no setup.' }
  }
}
