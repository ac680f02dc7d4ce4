import { useState } from 'react'
import { useStore } from 'zustand'

import type { SavedToolServer } from '../../../core/storage/connection/saved-tool-servers.ts'
import { chat } from '../../../page/chat.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { vaultDialogStore } from '../../../page/vault-dialog-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { loadToolOffers } from '../lazy.ts'
import { ServerCard } from './server-card.tsx'
import { ServerForm } from './server-form.tsx'
import { ToolDecisions } from './tool-decisions.tsx'
import { ToolList } from './tool-list.tsx'
import { ToolSlots } from './tool-slots.tsx'

const OfferedLists = lazyComponent(() => loadToolOffers().then((module) => module.OfferedLists))

/** The servers of this browser, and what they offer in this conversation. */
export function ToolServers({ isAdding }: { isAdding: boolean }) {
  const saved = useStore(toolServers.saved.store)
  const isUsed = useStore(
    chat.conversation,
    ({ conversation }) => (conversation.tools?.sources?.length ?? 0) > 0,
  )
  // The one that was to be allowed when the page was left.
  const [asked] = useState(() => (isAdding ? toolServers.saved.takeAsked() : undefined))
  const [entered, setEntered] = useState<SavedToolServer | undefined>(asked)
  const close = () => {
    setEntered(undefined)
    chatViewStore.setState({ addsToolServer: false })
  }
  const edited = isAdding ? entered : undefined
  return (
    <div className="flex flex-col gap-2">
      <ToolSlots />
      {saved.length > 0 && (
        <ul aria-label="Servers" className="flex flex-col gap-1">
          {saved.map((server) => (
            <ServerCard
              key={server.id}
              server={server}
              onEnter={() => {
                setEntered(server)
                chatViewStore.setState({ addsToolServer: true })
              }}
            />
          ))}
        </ul>
      )}
      {saved.some(({ isRemembered }) => isRemembered) && (
        <Button
          variant="ghost"
          className="self-start"
          onClick={() => vaultDialogStore.setState({ shown: 'saved' })}
        >
          Saved keys
        </Button>
      )}
      {isAdding && (
        <ServerForm
          key={edited?.id ?? 'new'}
          server={edited}
          isAsked={asked !== undefined && edited === asked}
          onDone={close}
        />
      )}
      {saved.length === 0 && !isAdding && (
        <p className="pl-1 text-xs text-text-3">
          MCP servers whose tools a model can call. Nothing is called without your approval.
        </p>
      )}
      <ToolList />
      <ToolDecisions />
      {isUsed && (
        <ChunkBoundary quiet>
          <OfferedLists />
        </ChunkBoundary>
      )}
    </div>
  )
}
