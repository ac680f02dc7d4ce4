import { useState } from 'react'
import { useStore } from 'zustand'

import type { SavedToolServer } from '../../../core/storage/connection/saved-tool-servers.ts'
import { decisionsOf } from '../../../core/tools/approval.ts'
import { forgetDecision } from '../../../core/tools/conversation-settings.ts'
import { chat } from '../../../page/chat.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { vaultDialogStore } from '../../../page/vault-dialog-store.ts'
import { visibleText } from '../../../ui/content/visible-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { loadToolOffers } from '../lazy.ts'
import { ServerCard } from './server-card.tsx'
import { ServerForm } from './server-form.tsx'
import { ToolList } from './tool-list.tsx'
import { NoToolServers } from './tool-servers-section.tsx'

const OfferedLists = lazyComponent(() => loadToolOffers().then((module) => module.OfferedLists))
const ToolSlots = lazyComponent(() => loadToolOffers().then((module) => module.ToolSlots))

/** The servers of this browser, and what they offer in this conversation. */
export function ToolServers({ isAdding }: { isAdding: boolean }) {
  const saved = useStore(toolServers.saved.store)
  const isUsed = useStore(
    chat.conversation,
    ({ conversation }) => (conversation.tools?.sources?.length ?? 0) > 0,
  )
  const hasSlots = useStore(
    chat.conversation,
    ({ conversation }) => conversation.tools?.slots !== undefined,
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
      {hasSlots && (
        <ChunkBoundary>
          <ToolSlots />
        </ChunkBoundary>
      )}
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
      {saved.length === 0 && !isAdding && <NoToolServers />}
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

/** What was allowed and denied in this conversation, and the way to be asked again. */
function ToolDecisions() {
  const tools = useStore(chat.conversation, ({ conversation }) => conversation.tools)
  const saved = useStore(toolServers.saved.store)
  const lasting = decisionsOf(tools ?? {}).filter(({ decision }) => decision !== 'once')
  if (lasting.length === 0) return null
  return (
    <ul aria-label="Decisions in this conversation" className="flex flex-col text-xs">
      {lasting.map(({ source, url, tool, decision }) => {
        // One that was removed is known by its address alone.
        const server = saved.find(({ id }) => id === source)?.name ?? url
        return (
          <li key={JSON.stringify([source, url, tool])} className="flex items-center gap-2 px-1">
            <span className="min-w-0 grow font-mono wrap-anywhere">{visibleText(tool)}</span>
            {url !== 'page' && (
              <span className="max-w-1/3 shrink-0 truncate text-text-3" title={visibleText(url)}>
                {visibleText(server)}
              </span>
            )}
            <Badge tone={decision === 'never' ? 'bad' : 'good'}>
              {decision === 'never' ? 'denied' : 'allowed'}
            </Badge>
            <Button
              variant="ghost"
              aria-label={`Ask again for ${visibleText(tool)}${url === 'page' ? '' : ` of ${visibleText(server)}`}`}
              onClick={() => forgetDecision(chat, { source, url, tool })}
            >
              Ask again
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
