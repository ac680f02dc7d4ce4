import { useStore } from 'zustand'

import { client } from '../../page/client.ts'
import { CodeBlock } from '../../ui/content/code-block.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { settleModel } from '../lazy.ts'

/** The choice "This machine": the service that served the page, or how to start it. */
export function LocalConnection({ onDone }: { onDone: () => void }) {
  const { config, connection } = useStore(client.connections.store)
  const starting = useStore(client.connections.store, (state) => state.config.mode === 'starting')

  if (starting) return <p className="text-sm text-text-2">Contacting the local service …</p>
  if (config.baseUrl === undefined)
    return (
      <div className="flex flex-col gap-3 text-sm">
        <p>No local service found. Start it, then open the URL it prints.</p>
        <CodeBlock text="npm start" label="Command" />
        <p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </p>
      </div>
    )
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        {config.mode === 'relay'
          ? 'The local service relays requests to the API it was started for.'
          : 'The service that served this page. Runs on this machine, for free.'}
      </p>
      <p className="font-mono text-xs text-text-2">{config.baseUrl}</p>
      <div className="flex justify-end">
        {connection?.kind === 'local' ? (
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        ) : (
          <Button
            variant="primary"
            onClick={() => {
              client.connections.connectLocal()
              onDone()
              void settleModel()
            }}
          >
            Connect
          </Button>
        )}
      </div>
    </div>
  )
}
