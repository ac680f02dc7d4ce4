import { useStore } from 'zustand'

import type { Exchange } from '../core/client/exchanges/exchange.ts'
import { PANEL_WIDTH } from '../core/storage/settings/settings.ts'
import { closeInspector, inspectorStore } from '../page/inspector-store.ts'
import { settings } from '../page/settings.ts'
import { showNotLoaded } from '../ui/feedback/load-fault.ts'
import { part } from '../ui/feedback/part.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { useMedia, WIDE_SCREEN } from '../ui/hooks/use-media.ts'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { readRoute } from './read-route.ts'
import { shellStore, showReceived, toggleHistory } from './shell-store.ts'

const fallback = <Skeleton className="p-3" />

/** The history; the bar loads it ahead. */
export const HistoryPart = part(() => import('./history-part.tsx'), 'HistoryPart', { fallback })

/** The inspector; the bar loads it ahead. */
export const Inspector = part(() => import('../features/inspector/inspector.tsx'), 'Inspector', {
  fallback,
})

const ResizeHandle = part(() => import('../ui/controls/resize-handle.tsx'), 'ResizeHandle', {
  quiet: true,
})

/** The history beside a chat. */
export function HistorySheet() {
  const [pathname] = useLocation()
  const isWide = useMedia(WIDE_SCREEN)
  const panel = useStore(settings.store, (state) => state.historyOpen)
  const sheet = useStore(shellStore, (shell) => shell.historySheet)
  if (readRoute(pathname)?.area !== '/chat' || !(isWide ? panel : sheet)) return null
  return (
    <Sheet title="History" onClose={toggleHistory} className="w-56 lg:w-64">
      <ErrorBoundary>
        <HistoryPart />
      </ErrorBoundary>
    </Sheet>
  )
}

/** The inspector beside any area. */
export function InspectorSheet() {
  const open = useStore(inspectorStore, (state) => state.open)
  const width = useStore(settings.store, (state) => state.inspectorWidth)
  if (!open) return null
  return (
    <Sheet
      title="Inspector"
      onClose={closeInspector}
      width={width}
      className="max-w-[60vw] max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:shadow-float"
      edge={
        <ResizeHandle
          label="Resize inspector"
          width={width}
          {...PANEL_WIDTH}
          onResize={(inspectorWidth) => settings.save({ inspectorWidth })}
        />
      }
    >
      <ErrorBoundary>
        <Inspector onEdit={editExchange} />
      </ErrorBoundary>
    </Sheet>
  )
}

function editExchange(exchange: Exchange): void {
  void import('./dialogs/read-import.ts').then(
    (m) => showReceived(m.setupFromExchange(exchange)),
    () => void showNotLoaded(),
  )
}
