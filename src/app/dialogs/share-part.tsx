import { useEffect, useState } from 'react'

import type { ShareTarget } from '../../core/share/share-target.ts'
import { ShareDialog } from '../../features/share/share-dialog.tsx'
import { addressOf, useLocation } from '../../ui/hooks/location.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { areas } from '../areas/areas.ts'
import { readRoute } from '../read-route.ts'
import { shellStore } from '../shell-store.ts'

/** Sharing the area on the screen; an area without a setup of its own says so. */
export function SharePart({ onClose }: { onClose: () => void }) {
  const [pathname] = useLocation()
  const area = areas.find(({ path }) => path === readRoute(pathname)?.area)
  const target = useShareTarget(area?.shareTarget)
  if (area?.shareTarget === undefined)
    return (
      <Dialog title="Share this configuration" onClose={onClose}>
        <p>Nothing to share here. Open a chat, an image edit or an endpoint in Explore first.</p>
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

/** What an area does for sharing, once its code is there. */
export function useShareTarget(load: (() => Promise<ShareTarget>) | undefined) {
  const [loaded, setLoaded] = useState<{ by: typeof load; target: ShareTarget }>()
  useEffect(() => {
    let current = true
    load?.().then(
      (target) => {
        if (current) setLoaded({ by: load, target })
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [load])
  return loaded !== undefined && loaded.by === load ? loaded.target : undefined
}
