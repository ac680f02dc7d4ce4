import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Search from 'lucide-react/icons/search'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { useStore } from 'zustand'

import { client, settings } from '../page/client.ts'
import { inspectorStore, toggleInspector } from '../page/inspector-store.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { cx } from '../ui/cx.ts'
import { part, preloadOnIntent } from '../ui/feedback/part.tsx'
import { Link, useLocation } from '../ui/hooks/location.tsx'
import { useMedia, WIDE_SCREEN } from '../ui/hooks/use-media.ts'
import { keyHint } from '../ui/hooks/use-shortcut.ts'
import { AreaLinks } from './area-links.tsx'
import { ConnectionDot, connectionWords } from './connection/connection-dot.tsx'
import { shellDialogs } from './dialogs/shell-dialogs.tsx'
import { HistorySheet, InspectorSheet } from './panels.tsx'
import { readRoute } from './read-route.ts'
import { shellStore, showDialog, toggleHistory } from './shell-store.ts'
import { keys } from './shortcuts/keys.ts'

/** Starts a new chat; the shell of an empty chat shows it too. */
export const NewChatButton = part(() => import('./new-chat-button.tsx'), 'NewChatButton', {
  fallback: <span className="target" />,
  quiet: true,
})
const AccountChips = part(() => import('./connection/account-chips.tsx'), 'AccountChips', {
  quiet: true,
})
const LockButton = part(() => import('./vault/lock-state.tsx'), 'LockButton', {
  fallback: <span className="w-7" />,
  quiet: true,
})
const MoreMenu = part(() => import('./more-menu.tsx'), 'MoreMenu')

/**
 * The bar at the top: areas, connection, balance, and what opens the panels. One line at any width: first the
 * key of the palette goes, then words beside icons, then the areas, which stand at the bottom of a narrow window.
 */
export function TopBar() {
  const isWide = useMedia(WIDE_SCREEN)
  const connected = useStore(client.connections.store, (state) => state.connection !== undefined)
  const isStarting = useStore(client.connections.store, ({ config }) => config.mode === 'starting')
  const [pathname] = useLocation()
  const isChat = readRoute(pathname)?.area === '/chat'
  const historyShown = useHistoryShown(isWide)
  return (
    <header className="flex h-12 items-center bg-surface-1 whitespace-nowrap md:gap-1 md:px-2 pointer-coarse:max-[24.5rem]:has-data-lock:[&_.target]:min-w-10!">
      <Wordmark isOptional={isChat} />
      <AreaLinks
        className="mr-2 hidden min-[56.25rem]:flex"
        linkClassName="px-2 text-sm lg:px-2.5"
      />
      {isChat && <HistoryButton isShown={historyShown} />}
      {isChat && !historyShown && <NewChatButton />}
      {/* What it says comes with the connection and the balance, and moves nothing when it comes. */}
      <div
        className={cx(
          'flex min-w-0 grow items-center justify-end md:gap-2',
          isStarting && 'invisible',
        )}
      >
        <ConnectionChip />
        {/* Its figures change with every response, its width doesn't: eight of them, and the ring. */}
        <div className="flex min-w-[calc(6ch+0.75rem)] shrink-0 text-sm tabular-nums md:min-w-[calc(8ch+2.125rem)] [&>button]:grow [&>button]:justify-end">
          {connected && <AccountChips />}
        </div>
      </div>
      <Button
        variant="ghost"
        aria-label="Share"
        title="Share"
        className="max-md:hidden"
        {...preloadOnIntent(shellDialogs.share)}
        onClick={() => showDialog('share')}
      >
        <Share2 size={15} aria-hidden />
        <span className="hidden lg:inline">Share</span>
      </Button>
      <InspectorButton />
      <PaletteButton />
      <MoreButton />
    </header>
  )
}

/**
 * The mark, three ticks of a stream, and beside it the name where there is room; leads to the chat. On
 * the smallest phones an area with buttons of its own in the bar has their room.
 */
function Wordmark({ isOptional }: { isOptional: boolean }) {
  return (
    <Link
      href="/chat"
      aria-label="Vendor Playground"
      className={cx(
        'flex shrink-0 items-center justify-center gap-2 rounded-md px-2 text-sm font-semibold target',
        isOptional && 'max-[22.5rem]:hidden',
      )}
    >
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden className="text-accent">
        <path fill="currentColor" d="M1 2h3.5v12H1zM11.5 2H15v12h-3.5z" />
        <path fill="none" stroke="currentColor" d="M6.75 6.5h2.5v7h-2.5z" />
      </svg>
      <span className="hidden xl:inline">Vendor Playground</span>
    </Link>
  )
}

function useHistoryShown(isWide: boolean): boolean {
  const panel = useStore(settings.store, (state) => state.historyOpen)
  const sheet = useStore(shellStore, (shell) => shell.historySheet)
  return isWide ? panel : sheet
}

function HistoryButton({ isShown }: { isShown: boolean }) {
  return (
    <IconButton
      label="History"
      aria-pressed={isShown}
      {...preloadOnIntent(HistorySheet)}
      onClick={toggleHistory}
    >
      <PanelLeft size={16} aria-hidden />
    </IconButton>
  )
}

function InspectorButton() {
  const open = useStore(inspectorStore, (state) => state.open)
  return (
    <Button
      variant="ghost"
      aria-label="Inspector"
      title={`Inspector (${keyHint(keys.inspector)})`}
      aria-pressed={open}
      {...preloadOnIntent(InspectorSheet)}
      onClick={toggleInspector}
    >
      <PanelRight size={16} aria-hidden />
      <span className="hidden lg:inline">Inspector</span>
    </Button>
  )
}

/** Opens the palette; the key that does the same is its name on the screen where there is room. */
function PaletteButton() {
  return (
    <Button
      variant="ghost"
      aria-label="Search"
      className="max-md:hidden"
      title={`Search everything (${keyHint(keys.palette)})`}
      {...preloadOnIntent(shellDialogs.commands)}
      onClick={() => showDialog('commands')}
    >
      <Search size={15} aria-hidden className="min-[72rem]:hidden" />
      <kbd className="hidden text-xs min-[72rem]:inline">{keyHint(keys.palette)}</kbd>
    </Button>
  )
}

function MoreButton() {
  const [button, setButton] = useState<HTMLElement>()
  return (
    <>
      <IconButton
        label="More"
        aria-haspopup="menu"
        {...preloadOnIntent(MoreMenu)}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <Ellipsis size={16} aria-hidden />
      </IconButton>
      {button !== undefined && <MoreMenu button={button} onClose={() => setButton(undefined)} />}
    </>
  )
}

/** The connection by its name, on a button that opens the connection dialog; left of it, whether its key is locked. */
function ConnectionChip() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const starting = useStore(client.connections.store, (state) => state.config.mode === 'starting')
  const isSealed = connection?.credential?.isSealed === true
  const { name, hint, tone } = connectionWords(connection, starting)
  return (
    <>
      {isSealed && (
        <span data-lock className="contents">
          <LockButton />
        </span>
      )}
      <Button
        variant="ghost"
        aria-label="Connection"
        aria-description={hint}
        title={hint}
        className="shrink! justify-start sm:pointer-fine:min-w-31"
        {...preloadOnIntent(shellDialogs.connection)}
        onClick={() => {
          showDialog('connection')
          if (isSealed) void import('./vault/vault-acts.ts').then((m) => m.unlockFromChip())
        }}
      >
        <ConnectionDot color={connection?.color} tone={tone} />
        <span className="hidden truncate sm:inline">{name}</span>
      </Button>
    </>
  )
}
