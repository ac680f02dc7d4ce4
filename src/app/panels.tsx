import { useStore } from 'zustand'

import { settings } from '../page/client.ts'
import { inspectorStore } from '../page/inspector-store.ts'
import { part, showNotLoaded } from '../ui/feedback/part.tsx'
import { Skeleton } from '../ui/feedback/states.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { useMedia, WIDE_SCREEN } from '../ui/hooks/use-media.ts'
import { readRoute } from './read-route.ts'
import { shellStore } from './shell-store.ts'

/** What stands in a panel's place while its code is on its way. */
const fallback = <Skeleton className="w-56 shrink-0 bg-surface-1 p-3 max-md:hidden lg:w-64" />

/** The history; the bar loads it ahead. */
export const HistorySheet = part(() => import('./history-part.tsx'), 'HistorySheet', { fallback })

const loadInspector = () => import('./inspector-part.tsx')

/** The inspector; the bar loads it ahead. */
export const InspectorSheet = part(loadInspector, 'InspectorSheet', { fallback })

/** Moves the focus into the inspector, and from there back. */
export function stepIntoInspector(): void {
  loadInspector().then(
    (m) => m.stepIntoInspector(),
    () => void showNotLoaded(),
  )
}

/** The history of a chat where it is open. */
export function HistoryWhereOpen() {
  const [pathname] = useLocation()
  const isWide = useMedia(WIDE_SCREEN)
  const panel = useStore(settings.store, (state) => state.historyOpen)
  const sheet = useStore(shellStore, (shell) => shell.historySheet)
  const isOpen = readRoute(pathname)?.area === '/chat' && (isWide ? panel : sheet)
  return isOpen && <HistorySheet />
}

/** The inspector of any area where it is open. */
export function InspectorWhereOpen() {
  return useStore(inspectorStore, ({ open }) => open) && <InspectorSheet />
}
