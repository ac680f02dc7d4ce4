import { useId } from 'react'
import { useStore } from 'zustand'

import type { SavedToolServer } from '../../../core/storage/connection/saved-tool-servers.ts'
import type { ToolDefinition } from '../../../core/tools/tool.ts'
import { leftOutTools } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { visibleText } from '../../../ui/content/visible-text.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { useToolServer } from './use-tool-server.ts'
import { WrittenTools } from './written-tools.tsx'

/** Characters of a description that are shown: a server may write megabytes. */
const MAX_DESCRIPTION = 600

/** The tools of the servers that this conversation uses: which go out, and what each says of itself. */
export function ToolList() {
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
