import { useStore } from 'zustand'

import { STARTER_NAMES, type StarterName } from '../../../core/chat/setup/starter-name.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { loadStarters } from '../lazy.ts'
import { prepareToSend, sendMessage } from '../send-message.ts'

/** Messages that show what there is to see; the directives are the local service's own. */
const LOCAL_EXAMPLES = [
  { label: 'What can you do?', prompt: 'What can you do?' },
  { label: 'Show me Markdown', prompt: '/markdown' },
  { label: 'Echo my request', prompt: '/echo' },
  { label: 'Fail with a 503', prompt: '/fail 503' },
] as const

/** What stands in a conversation without messages: what to do first. */
export function EmptyConversation() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const starting = useStore(client.connections.store, ({ config }) => config.mode === 'starting')
  return (
    <EmptyState
      title="Try the API"
      actions={
        connection !== undefined ? (
          <>
            <Examples connection={connection} />
            <Starters />
          </>
        ) : starting ? undefined : (
          <NotConnected />
        )
      }
    >
      Watch the response stream in, see its cost, and inspect every header and event.
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

/** Complete setups to begin with: each fills the form, and sending is left to the person. */
function Starters() {
  const [, navigate] = useLocation()
  const start = (name: StarterName) =>
    loadStarters()
      .then(({ applyStarter }) => applyStarter(name))
      .then(navigate, () => showToast("Couldn't load the example. Try again."))
  return (
    <div
      role="group"
      aria-labelledby="starters"
      className="mt-4 flex w-full flex-wrap justify-center gap-1"
    >
      <p id="starters" className="w-full text-sm text-text-3">
        Or load an example. Nothing is sent yet.
      </p>
      {STARTER_NAMES.map((name) => (
        <Button key={name} variant="ghost" onClick={() => void start(name)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

function NotConnected() {
  const [path, navigate] = useLocation()
  return (
    <Button variant="primary" onClick={() => navigate(`${path}?connect=1`)}>
      Open Connection
    </Button>
  )
}
