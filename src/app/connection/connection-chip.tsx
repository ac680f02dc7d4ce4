import { useStore } from 'zustand'

import { client } from '../../page/client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { preloadOnIntent } from '../../ui/feedback/lazy-component.ts'
import { connectionDialog } from '../lazy.ts'
import { showDialog } from '../shell-store.ts'
import { connectionWords } from './connection-words.ts'

const dots = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' }

/** The connection in a few words, on a button that opens the connection dialog. */
export function ConnectionChip() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const starting = useStore(client.connections.store, (state) => state.config.mode === 'starting')
  const { place, payment, tone } = connectionWords(connection, starting)
  const words = payment === undefined ? place : `${place} · ${payment}`
  return (
    <Button
      variant="ghost"
      aria-label="Connection"
      aria-description={words}
      title={words}
      className="min-w-0 shrink!"
      {...preloadOnIntent(connectionDialog)}
      onClick={() => showDialog('connection')}
    >
      <span className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
      <span className="hidden truncate md:inline">
        {place}
        {payment !== undefined && (
          <>
            {' · '}
            <span className="font-mono text-xs">{payment}</span>
          </>
        )}
      </span>
    </Button>
  )
}
