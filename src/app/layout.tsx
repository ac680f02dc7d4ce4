import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../core/client/exchanges/exchange.ts'
import { PANEL_WIDTH } from '../core/storage/settings/settings.ts'
import { client } from '../page/client.ts'
import { closeInspector, inspectorStore, toggleInspector } from '../page/inspector-store.ts'
import { settings } from '../page/settings.ts'
import { ChunkBoundary } from '../ui/feedback/chunk-boundary.tsx'
import { showNotLoaded } from '../ui/feedback/load-fault.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Toasts } from '../ui/feedback/toast.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { ROOM_FOR_AREAS, useMedia, WIDE_SCREEN } from '../ui/hooks/use-media.ts'
import { useShortcuts } from '../ui/hooks/use-shortcut.ts'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { ShellDialogs } from './dialogs/shell-dialogs.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import {
  historyPart,
  inspector,
  leftOutNotes,
  pageNotes,
  practiceStatus,
  resizeHandle,
  tabBar,
} from './lazy.ts'
import { newChat } from './new-chat.ts'
import { readRoute } from './read-route.ts'
import { Routes } from './routes.tsx'
import { shellStore, showDialog, showReceived, toggleHistory } from './shell-store.ts'
import { focusModel } from './shortcuts/focus-model.ts'
import { keys } from './shortcuts/keys.ts'
import { TopBar } from './top-bar.tsx'

// Where the bar has no room for them, the way to the areas is on its way while the shell is being drawn.
if (!matchMedia(ROOM_FOR_AREAS).matches) void tabBar.preload()

/** The page: the bar, and under it history, area and inspector side by side. */
export function Layout() {
  const [, navigate] = useLocation()
  useShortcuts({
    [keys.palette]: () => showDialog('commands'),
    [keys.newChat]: () => newChat(navigate),
    [keys.model]: () => focusModel(navigate),
    [keys.inspector]: toggleInspector,
    [keys.shortcuts]: () => showDialog('shortcuts'),
  })
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <SkipLink />
      <TopBar />
      <div className="relative flex min-h-0 overflow-hidden">
        <HistorySheet />
        <main
          id="main"
          tabIndex={-1}
          className="flex min-w-0 grow flex-col overflow-auto outline-none"
        >
          <Practice />
          <Notes />
          <LeftOut />
          <Routes />
        </main>
        <InspectorSheet />
      </div>
      <AreaTabs />
      <ShellDialogs />
      <Toasts />
    </div>
  )
}

/** The areas at the bottom; their room is there before their code, so that nothing moves when they come. */
function AreaTabs() {
  if (useMedia(ROOM_FOR_AREAS)) return null
  const room = <div className="h-14 bg-surface-1 min-[56.25rem]:hidden low:h-11" />
  // The shell in index.html has no more, for windows of every width.
  if (import.meta.env.SSR) return room
  return (
    <ChunkBoundary quiet fallback={room}>
      <tabBar.Part />
    </ChunkBoundary>
  )
}

function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The fragment of the address belongs to shared setups.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="sr-only z-20 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-1 focus:left-1"
    >
      Skip to content
    </a>
  )
}

/** Comes with the first press, so that a page that is only looked at loads no more. */
function Notes() {
  const [isWanted, setWanted] = useState(() => !navigator.onLine)
  useEffect(() => {
    const want = () => setWanted(true)
    const events = ['pointerdown', 'keydown', 'offline']
    for (const event of events) addEventListener(event, want, { once: true })
    return () => {
      for (const event of events) removeEventListener(event, want)
    }
  }, [])
  if (!isWanted) return null
  return (
    <ChunkBoundary quiet fallback={null}>
      <pageNotes.Part />
    </ChunkBoundary>
  )
}

function Practice() {
  const kind = useStore(client.connections.store, (state) => state.connection?.kind)
  if (kind !== 'practice') return null
  return (
    <ChunkBoundary quiet fallback={<div className="h-9 shrink-0" />}>
      <practiceStatus.Part />
    </ChunkBoundary>
  )
}

function LeftOut() {
  const opened = useStore(shellStore, (shell) => shell.openedInPart)
  if (opened === undefined) return null
  return (
    <ChunkBoundary quiet fallback={null}>
      <leftOutNotes.Part {...opened} />
    </ChunkBoundary>
  )
}

function HistorySheet() {
  const [pathname] = useLocation()
  const isWide = useMedia(WIDE_SCREEN)
  const panel = useStore(settings.store, (state) => state.historyOpen)
  const sheet = useStore(shellStore, (shell) => shell.historySheet)
  if (readRoute(pathname)?.area !== '/chat' || !(isWide ? panel : sheet)) return null
  return (
    <Sheet title="History" onClose={toggleHistory} className="w-56 lg:w-64">
      <Contents>
        <historyPart.Part />
      </Contents>
    </Sheet>
  )
}

function InspectorSheet() {
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
        <ChunkBoundary quiet>
          <resizeHandle.Part
            label="Resize inspector"
            width={width}
            {...PANEL_WIDTH}
            onResize={(inspectorWidth) => settings.save({ inspectorWidth })}
          />
        </ChunkBoundary>
      }
    >
      <Contents>
        <inspector.Part onEdit={editExchange} />
      </Contents>
    </Sheet>
  )
}

function editExchange(exchange: Exchange): void {
  void import('./dialogs/read-import.ts').then(
    (m) => showReceived(m.setupFromExchange(exchange)),
    () => void showNotLoaded(),
  )
}

/** What a panel shows while its code is on its way, or when it fails. */
function Contents({ children }: { children: React.ReactNode }) {
  return (
    <ErrorBoundary>
      <ChunkBoundary fallback={<Skeleton className="p-3" />}>{children}</ChunkBoundary>
    </ErrorBoundary>
  )
}
