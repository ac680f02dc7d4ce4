import X from 'lucide-react/icons/x'
import { useStore } from 'zustand'

import { readJson } from '../../contract/json.ts'
import { callOperation } from '../core/client/operation.ts'
import { leftOutText } from '../core/share/import/import-report.ts'
import type { ExploreSetup } from '../core/share/setup.ts'
import { client } from '../page/client.ts'
import { openInspector } from '../page/inspector-store.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { LeftOutList } from '../ui/feedback/left-out-list.tsx'
import { type OpenedInPart, shellStore, showReceived } from './shell-store.ts'

/** What the contract refused of the opened request, until dismissed. One press sends it unchanged. */
export function LeftOutNotes({ setup, refused, headers = [] }: OpenedInPart) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const send = ({ method, path, body }: ExploreSetup) => {
    const value = body === undefined ? undefined : readJson(body)
    if (connection === undefined) return
    void callOperation(
      client,
      connection,
      { method, path, headers, ...(value === undefined ? {} : { body: value }) },
      { signal: new AbortController().signal, onOpen: (id) => openInspector(id, 'overview') },
    )
  }
  return (
    <aside
      aria-label="Left out of what you opened"
      className="flex flex-wrap items-center gap-2 bg-warn/10 px-3 py-1.5 text-sm"
    >
      <span className="max-h-24 min-w-0 grow overflow-auto">
        <LeftOutList sentences={leftOutText({ leftOut: refused })} />
      </span>
      <span className="flex flex-wrap gap-1">
        <Button
          disabled={connection === undefined}
          title={`Sends the unchanged body to ${connection?.baseUrl ?? 'the API'}`}
          onClick={() => send(setup)}
        >
          Send as it was
        </Button>
        <Button
          variant="ghost"
          onClick={() => showReceived({ ok: true, setup, leftOut: [], headers })}
        >
          Edit as it was
        </Button>
      </span>
      <IconButton label="Dismiss" onClick={() => shellStore.setState({ openedInPart: undefined })}>
        <X size={14} aria-hidden />
      </IconButton>
    </aside>
  )
}
