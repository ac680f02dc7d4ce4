import { useEffect, useState } from 'react'

import type { ShareTarget } from '../../core/share/shared-fragment.ts'
import { ShareDialog } from '../../features/share/share-dialog.tsx'
import { showNotLoaded } from '../../ui/feedback/part.tsx'
import { addressOf, useLocation } from '../../ui/hooks/location.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { areas } from '../areas/areas.ts'
import { readRoute } from '../read-route.ts'
import { shellStore } from '../shell-store.ts'

/** Sharing the area on the screen; an area without a setup of its own says so. */
export function SharePart({ onClose }: { onClose: () => void }) {
  const [pathname] = useLocation()
  const area = areas.find(({ path }) => path === readRoute(pathname)?.area)
  const [target, setTarget] = useState<ShareTarget>()
  useEffect(() => void area?.shareTarget?.().then(setTarget, () => void showNotLoaded()), [area])
  if (area?.shareTarget === undefined)
    return (
      <Dialog title="Nothing to share" onClose={onClose}>
        <p>Open a chat, an image edit, a board or an endpoint in Explore first.</p>
      </Dialog>
    )
  if (target === undefined) return null
  return (
    <ShareDialog
      current={target.current()}
      address={location.origin + addressOf(area.path)}
      onSaveReport={target.report?.()}
      onOpenFile={(imported) => shellStore.setState({ dialog: 'import', imported })}
      onClose={onClose}
    />
  )
}
