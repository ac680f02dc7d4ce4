import X from 'lucide-react/icons/x'
import { useId, useState } from 'react'
import { useStore } from 'zustand'

import type { SavedToolServer } from '../../../core/storage/connection/saved-tool-servers.ts'
import { decisionsOf } from '../../../core/tools/approval.ts'
import { enableToolSource, forgetDecision } from '../../../core/tools/conversation-settings.ts'
import { SNIPPETS } from '../../../core/tools/sources/local-sources.ts'
import type { ToolDefinition } from '../../../core/tools/tool.ts'
import { leftOutTools, wireTools } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { vaultDialogStore } from '../../../page/dialog-stores.ts'
import { cannedResults } from '../../../page/tools/tool-answers.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { ServerCard } from './server-card.tsx'
import { useToolServer } from './server-failure.tsx'
import { ServerForm } from './server-form.tsx'

const OfferedLists = part(() => import('./offered-lists.tsx'), 'OfferedLists', { quiet: true })
const ToolSlots = part(() => import('./offered-lists.tsx'), 'ToolSlots')

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
    <div className="flex flex-col gap-2 empty:hidden">
      {hasSlots && <ToolSlots />}
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
      <ToolList />
      <ToolDecisions />
      {isUsed && <OfferedLists />}
    </div>
  )
}

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

/** Characters of a description that are shown: a server may write megabytes. */
const MAX_DESCRIPTION = 600

function ToolList() {
  const saved = useStore(toolServers.saved.store)
  const used = useStore(
    chat.conversation,
    ({ conversation }) => conversation.tools?.sources ?? NONE,
  )
  const hasWritten = useStore(
    chat.conversation,
    ({ conversation }) => conversation.settings['tools'] !== undefined,
  )
  const servers = saved.filter(({ id }) => used.includes(id))
  if (servers.length === 0 && !hasWritten) return null
  return (
    <ul aria-label="Tools" className="flex max-h-96 flex-col overflow-y-auto">
      {servers.map((server) => (
        <ToolsOf key={server.id} server={server} isNamed={servers.length > 1} />
      ))}
      {hasWritten && <WrittenTools />}
    </ul>
  )
}

const NONE: readonly string[] = []

function ToolsOf({ server, isNamed }: { server: SavedToolServer; isNamed: boolean }) {
  const { state } = useToolServer(server.id)
  const { settings, tools } = useStore(chat.conversation, ({ conversation }) => conversation)
  const { list } = useStore(chat.toolSources)
  if (state.status !== 'connected') return null
  const leftOut = new Set(leftOutTools(settings, tools, list))
  return state.tools.items.map((tool) => (
    <ToolRow
      key={tool.name}
      server={server}
      isNamed={isNamed}
      isLeftOut={leftOut.has(tool)}
      tool={tool}
    />
  ))
}

interface ToolRowProps {
  server: SavedToolServer
  /** Tools of other servers stand in the list too. */
  isNamed: boolean
  /** The next request has no room for it. */
  isLeftOut: boolean
  tool: ToolDefinition
}

function ToolRow({ server, isNamed, isLeftOut, tool }: ToolRowProps) {
  const id = useId()
  const { name, title, description = '', readOnly } = tool
  const isOff = server.off.includes(name)
  const change = (isOn: boolean) =>
    toolServers.setOff(
      server.id,
      isOn ? server.off.filter((other) => other !== name) : [...server.off, name],
    )
  return (
    <li className="flex items-start gap-2 rounded-md px-1 hover:bg-surface-2">
      <input
        id={`${id}-sent`}
        type="checkbox"
        checked={!isOff}
        aria-describedby={id}
        onChange={(event) => change(event.target.checked)}
        className="mt-2 size-4 shrink-0 accent-accent pointer-coarse:mt-3.5"
      />
      <div className="flex min-w-0 grow flex-col pb-1">
        <div className="flex items-center gap-2">
          <label
            htmlFor={`${id}-sent`}
            className="flex min-w-0 grow items-center font-mono text-xs wrap-anywhere target"
          >
            {visibleText(name)}
          </label>
          {isLeftOut && (
            <Badge tone="warn" title="The request would be too large: turn off other tools">
              not sent
            </Badge>
          )}
          {readOnly === true && (
            <Badge title="The server reports that this tool changes nothing">read-only</Badge>
          )}
          {isNamed && (
            <span className="max-w-1/3 shrink-0 truncate text-xs text-text-3">{server.name}</span>
          )}
        </div>
        <div id={id} className="flex flex-col text-xs text-text-3">
          {title !== undefined && title.toLowerCase() !== name.toLowerCase() && (
            <span className="truncate text-text-2">{visibleText(title)}</span>
          )}
          <span className="line-clamp-2 wrap-anywhere" title={shown(description)}>
            {shown(description)}
          </span>
        </div>
      </div>
    </li>
  )
}

function shown(description: string): string {
  const text = visibleText(description.slice(0, MAX_DESCRIPTION))
  return description.length > MAX_DESCRIPTION ? `${text}…` : text
}

const RESULT_FROM = {
  mcp: 'server',
  snippet: 'snippet',
  canned: 'canned result',
  by_hand: 'your result',
}

function WrittenTools() {
  const { settings, tools } = useStore(chat.conversation, ({ conversation }) => conversation)
  const { list } = useStore(chat.toolSources)
  return wireTools(settings, tools, list)
    .filter(({ isWritten }) => isWritten)
    .map(({ wire, source }, index) => {
      const kind = source?.kind ?? 'by_hand'
      return (
        <li key={index} className="flex items-center gap-2 px-1 pl-7">
          <span className="min-w-0 grow font-mono text-xs wrap-anywhere">{visibleText(wire)}</span>
          <span className="text-xs text-text-3">{RESULT_FROM[kind]}</span>
          {(kind === 'canned' || kind === 'snippet') && (
            <IconButton
              label={`Enter results of ${wire} manually`}
              onClick={() =>
                kind === 'canned'
                  ? cannedResults.save(wire, '')
                  : enableToolSource(chat, SNIPPETS, false)
              }
            >
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </li>
      )
    })
}
