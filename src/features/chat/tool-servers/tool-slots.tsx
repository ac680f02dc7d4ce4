import { useStore } from 'zustand'

import { fillToolSlot } from '../../../core/tools/conversation-settings.ts'
import { chat } from '../../../page/chat.ts'
import { visibleText } from '../../../ui/content/visible-text.ts'
import { Button } from '../../../ui/controls/button.tsx'

/** The servers that a link or a preset was made with: each waits for one of this browser in its place. */
export function ToolSlots() {
  const slots = useStore(chat.conversation, ({ conversation }) => conversation.tools?.slots)
  const sources = useStore(chat.toolSources, ({ list }) => list)
  const servers = sources.filter(({ kind }) => kind === 'mcp')
  return slots?.map(({ name, tools }, index) => (
    <div
      // oxlint-disable-next-line react/no-array-index-key -- two may have one name
      key={index}
      role="group"
      aria-label={`Tool server ${visibleText(name)}`}
      className="flex flex-col gap-1 rounded-md bg-surface-2 p-2 text-xs text-text-2"
    >
      <p className="wrap-anywhere">
        This chat uses a tool server, {visibleText(name)}:{' '}
        {visibleText(tools.map((tool) => tool.name).join(', '))}. Connect your own, or enter the
        results yourself.
      </p>
      <div className="flex flex-wrap gap-1">
        {servers.map((server) => (
          <Button key={server.id} onClick={() => fillToolSlot(chat, name, server.id)}>
            Use {visibleText(server.name)}
          </Button>
        ))}
        <Button variant="ghost" onClick={() => fillToolSlot(chat, name)}>
          Remove
        </Button>
      </div>
    </div>
  ))
}
