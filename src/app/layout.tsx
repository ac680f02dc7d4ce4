import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { newChat } from '../features/chat/start-new-chat.ts'
import { client } from '../page/client.ts'
import { part } from '../ui/feedback/part.tsx'
import { Toasts } from '../ui/feedback/toast.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { ROOM_FOR_AREAS, useMedia } from '../ui/hooks/use-media.ts'
import { useShortcuts } from '../ui/hooks/use-shortcut.ts'
import { ShellDialogs } from './dialogs/shell-dialogs.tsx'
import { HistoryWhereOpen, InspectorWhereOpen, stepIntoInspector } from './panels.tsx'
import { Routes } from './routes.tsx'
import { shellStore, showDialog } from './shell-store.ts'
import { focusModel, keys } from './shortcuts/keys.ts'
import { TopBar } from './top-bar.tsx'

/** Its room is there before its code, so that nothing moves when it comes. */
const ROOM = <div className="h-14 bg-surface-1 min-[56.25rem]:hidden low:h-11" />

const TabBar = part(() => import('./tab-bar.tsx'), 'TabBar', { fallback: ROOM, quiet: true })
const PageNotes = part(() => import('./service-worker/page-notes.tsx'), 'PageNotes', {
  quiet: true,
})
const PracticeStatus = part(() => import('./service-worker/page-notes.tsx'), 'PracticeStatus', {
  fallback: <div className="h-9 shrink-0" />,
  quiet: true,
})
const LeftOutNotes = part(() => import('./left-out-notes.tsx'), 'LeftOutNotes', { quiet: true })

// Where the bar has no room for them, the way to the areas is on its way while the shell is being drawn.
if (!matchMedia(ROOM_FOR_AREAS).matches) void TabBar.preload()

/** The page: the bar, and under it history, area and inspector side by side. */
export function Layout() {
  const [, navigate] = useLocation()
  useShortcuts({
    [keys.palette]: () => showDialog('commands'),
    [keys.newChat]: () => newChat(navigate),
    [keys.model]: () => focusModel(navigate),
    [keys.inspector]: stepIntoInspector,
    [keys.shortcuts]: () => showDialog('shortcuts'),
  })
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <SkipLink />
      <TopBar />
      <div className="relative flex min-h-0 overflow-hidden">
        <HistoryWhereOpen />
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
        <InspectorWhereOpen />
      </div>
      <AreaTabs />
      <ShellDialogs />
      <Toasts />
    </div>
  )
}

function AreaTabs() {
  if (useMedia(ROOM_FOR_AREAS)) return null
  // The shell in index.html has no more, for windows of every width.
  return import.meta.env.SSR ? ROOM : <TabBar />
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
  return isWanted ? <PageNotes /> : null
}

function Practice() {
  const kind = useStore(client.connections.store, (state) => state.connection?.kind)
  return kind === 'practice' ? <PracticeStatus /> : null
}

function LeftOut() {
  const opened = useStore(shellStore, (shell) => shell.openedInPart)
  return opened === undefined ? null : <LeftOutNotes {...opened} />
}
