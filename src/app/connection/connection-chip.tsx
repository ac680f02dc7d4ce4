import { useStore } from 'zustand'

import { client } from '../../page/client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { preloadOnIntent } from '../../ui/feedback/lazy-component.ts'
import { connectionDialog, loadVaultActs, lockButton } from '../lazy.ts'
import { showDialog } from '../shell-store.ts'
import { ConnectionDot } from './connection-dot.tsx'
import { connectionWords } from './connection-words.ts'

/** The connection in a few words, on a button that opens the connection dialog. */
export function ConnectionChip() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const starting = useStore(client.connections.store, (state) => state.config.mode === 'starting')
  const isSealed = connection?.credential?.isSealed === true
  const { place, payment, tone } = connectionWords(connection, starting)
  const words = [
    place,
    ...(connection?.kind === 'remote' ? [new URL(connection.baseUrl).host] : []),
    payment,
  ]
    .filter((word, at, all) => word !== undefined && all.indexOf(word) === at)
    .join(' · ')
  return (
    <>
      <Button
        variant="ghost"
        aria-label="Connection"
        aria-description={words}
        title={words}
        className="min-w-0 shrink!"
        {...preloadOnIntent(connectionDialog)}
        onClick={() => {
          showDialog('connection')
          if (isSealed) void loadVaultActs().then((m) => m.unlockFromChip())
        }}
      >
        {/* How it is paid has a line of its own, out of sight, where it has no room on this one. */}
        <span className="flex h-[1lh] min-w-0 flex-wrap justify-end overflow-hidden">
          <span className="flex max-w-full items-center gap-1.5">
            <ConnectionDot color={connection?.color} tone={tone} />
            <span className="hidden truncate sm:inline">{place}</span>
          </span>
          {payment !== undefined && (
            <span className="hidden xl:inline">
              <span className="px-1">·</span>
              <span className="font-mono text-xs">{payment}</span>
            </span>
          )}
        </span>
      </Button>
      {isSealed && (
        <ChunkBoundary quiet fallback={<span className="w-7" />}>
          <lockButton.Part />
        </ChunkBoundary>
      )}
    </>
  )
}
