import { useStore } from 'zustand'

import { allowOriginPath } from '../../core/client/connection/allowed-origin.ts'
import { client } from '../../page/client.ts'
import { keyHandover } from '../../page/connections.ts'
import { CodeBlock } from '../../ui/content/code-block.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'

/** The connection "This machine": the service that served the page, or how to start it. */
export function LocalConnection() {
  const config = useStore(client.connections.store, (state) => state.config)
  const { baseUrl, apiKey } = config
  if (baseUrl === undefined)
    return (
      <div className="flex flex-col gap-3 text-sm">
        <p>No local service found. Start it, then open the URL it prints.</p>
        <p className="text-text-2">It also reads documents, tops up wallets and keeps balances.</p>
        <CodeBlock text="npm start" label="Command" />
        <p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </p>
      </div>
    )
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-text-2">
        {config.mode === 'relay'
          ? 'The local service relays requests to the API it was started for.'
          : 'The service that served this page. Runs on this machine, for free.'}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4">
        <dt>Base URL</dt>
        <dd className="truncate font-mono text-xs text-text-2">{baseUrl}</dd>
        <dd>
          <CopyButton text={baseUrl} label="Copy base URL" />
        </dd>
        {apiKey !== undefined && (
          <>
            <dt>API key</dt>
            <dd className="truncate font-mono text-xs text-text-2">
              ••••••••{apiKey.slice(-4)}
              <span className="ml-2 text-text-3">VENDOR_API_KEY in copied code</span>
            </dd>
            <dd>
              <CopyButton text={() => apiKey} label="Copy key" />
            </dd>
          </>
        )}
        {config.mode === 'local' && config.fixedOrigins !== true && (
          <>
            <dt>Allowed origins</dt>
            <dd className="truncate font-mono text-xs text-text-2">
              {config.apiOrigins.join(', ') || 'none'}
            </dd>
            <dd>
              <a
                href={allowOriginPath()}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  void keyHandover.leave(client, allowOriginPath())
                }}
                className="inline-flex items-center rounded-sm px-1.5 text-xs text-accent underline target"
              >
                Manage
              </a>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
