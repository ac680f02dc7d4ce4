import { useLocation } from 'wouter'
import { useStore } from 'zustand'

import { connectionStore, type Connection } from '../../../api/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { prepareToSend, sendMessage } from '../on-demand.ts'

/** Messages that show what there is to see; the directives are the local service's own. */
const LOCAL_EXAMPLES = [
  { label: 'What can you do?', prompt: 'What can you do?' },
  { label: 'Show me Markdown', prompt: '/markdown' },
  { label: 'Echo my request', prompt: '/echo' },
  { label: 'Fail with a 503', prompt: '/fail 503' },
] as const

/** What stands in a conversation without messages: what to do first. */
export function EmptyConversation() {
  const connection = useStore(connectionStore, (state) => state.connection)
  const starting = useStore(connectionStore, ({ config }) => config.mode === 'starting')
  return (
    <EmptyState
      title="Send a real request"
      actions={
        connection !== undefined ? (
          <Examples connection={connection} />
        ) : starting ? undefined : (
          <NotConnected />
        )
      }
    >
      See the answer stream in, what it cost, and every byte that went over the wire.
    </EmptyState>
  )
}

function Examples({ connection }: { connection: Connection }) {
  if (connection.kind !== 'local') return null
  return LOCAL_EXAMPLES.map(({ label, prompt }) => (
    <Button
      key={label}
      onPointerEnter={prepareToSend}
      onFocus={prepareToSend}
      onClick={() => void sendMessage(connection, prompt)}
    >
      {label}
    </Button>
  ))
}

function NotConnected() {
  const [path, navigate] = useLocation()
  return (
    <Button variant="primary" onClick={() => navigate(`${path}?connect=1`)}>
      Open Connection
    </Button>
  )
}
