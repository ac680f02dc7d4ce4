import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useStore } from 'zustand'

import type { ToolServerState } from '../../../core/mcp/tool-server.ts'
import type { SavedToolServer } from '../../../core/storage/connection/saved-tool-servers.ts'
import { enableToolSource } from '../../../core/tools/conversation-settings.ts'
import { chat } from '../../../page/chat.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Switch } from '../../../ui/controls/toggles.tsx'
import { cx } from '../../../ui/cx.ts'
import { ServerFailure, useToolServer } from './server-failure.tsx'

interface ServerCardProps {
  server: SavedToolServer
  onEnter: () => void
}

/** One server in two lines: whether it is used here, and how it stands with it. */
export function ServerCard({ server, onEnter }: ServerCardProps) {
  const { id, name, url, usesAuthorization, isRemembered } = server
  const { server: open, state } = useToolServer(id)
  const isUsed = useStore(
    chat.conversation,
    ({ conversation }) => conversation.tools?.sources?.includes(id) ?? false,
  )
  const isMissing = open === undefined && usesAuthorization && isRemembered !== true
  const reconnect = () => void toolServers.reconnect(id, new AbortController().signal)
  const isConnecting = state.status === 'connecting'
  return (
    <li className="flex flex-col gap-1 rounded-md px-1 py-1 hover:bg-surface-2">
      <div className="flex items-center gap-2">
        <span
          aria-hidden
          className={cx(
            'size-2 shrink-0 rounded-full',
            state.status === 'connected'
              ? 'bg-good'
              : isConnecting
                ? 'bg-time'
                : state.status === 'disconnected' && state.failure !== undefined
                  ? 'bg-bad'
                  : 'bg-surface-3',
          )}
        />
        <span className="min-w-0 grow truncate text-sm" title={url}>
          {name}
        </span>
        <IconButton label={`Remove ${name}`} onClick={() => remove(server)}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
        {!isMissing && (
          <IconButton label={`Reconnect ${name}`} disabled={isConnecting} onClick={reconnect}>
            <RotateCw size={14} aria-hidden />
          </IconButton>
        )}
        <Switch
          label={`Use ${name} in this conversation`}
          checked={isUsed}
          onChange={(next) => enableToolSource(chat, id, next)}
        />
      </div>
      <p className="truncate pl-4 text-xs text-text-3">
        {isMissing ? 'Enter its authorization to connect.' : stateWords(state)}
      </p>
      {isMissing && (
        <Button className="ml-4 self-start" onClick={onEnter}>
          Enter authorization
        </Button>
      )}
      {state.status === 'disconnected' && state.failure !== undefined && (
        <ServerFailure
          failure={state.failure}
          exchangeId={state.exchangeId}
          actions={
            isAuthorization(state) ? (
              <Button onClick={onEnter}>Enter authorization</Button>
            ) : (
              <Button onClick={reconnect}>Try again</Button>
            )
          }
        />
      )}
      {state.status === 'connected' &&
        state.tools.notes.map((note) => (
          <p key={note} className="pl-4 text-xs text-warn">
            {visibleText(note)}
          </p>
        ))}
    </li>
  )
}

function stateWords(state: ToolServerState): string {
  switch (state.status) {
    case 'connecting':
      return 'Connecting…'
    case 'disconnected':
      return 'Disconnected'
    case 'connected': {
      const { tools, info } = state
      const count = tools.items.length
      const title = visibleText(info.title ?? info.name).slice(0, 60)
      return `${count} ${count === 1 ? 'tool' : 'tools'} · ${title} · MCP ${visibleText(info.protocolVersion).slice(0, 20)}`
    }
  }
}

function isAuthorization(state: ToolServerState): boolean {
  return (
    state.status === 'disconnected' &&
    state.failure?.kind === 'tool_server' &&
    state.failure.reason === 'authorization'
  )
}

function remove(server: SavedToolServer): void {
  enableToolSource(chat, server.id, false)
  toolServers.remove(server.id)
  if (server.isRemembered === true)
    void import('../../../page/vault.ts').then((m) => m.forgetConnection(server.id))
}
