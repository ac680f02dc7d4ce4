import Plus from 'lucide-react/icons/plus'
import { useStore } from 'zustand'

import { TOOL_SERVER_PREFIX } from '../../../core/storage/connection/saved-connections.ts'
import { localText } from '../../../core/storage/db/browser-storage.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { part, prefetch } from '../../../ui/feedback/part.tsx'
import { chatViewStore } from '../chat-view-store.ts'

const ToolServers = part(() => import('./tool-servers.tsx'), 'ToolServers')

/** Where tools come from besides the request itself. */
export function ToolServersSection({ wanted }: { wanted: boolean }) {
  const isAdding = useStore(chatViewStore, (state) => state.addsToolServer)
  const hasSlots = useStore(
    chat.conversation,
    ({ conversation }) => conversation.tools?.slots !== undefined,
  )
  const isShown = wanted || isAdding || hasSlots || localText.keys(TOOL_SERVER_PREFIX).length > 0
  return (
    <section aria-label="Tool servers" className="flex flex-col gap-2 py-2">
      <div className="flex items-center justify-between gap-2 pl-1">
        <h3 className="text-sm font-medium">Tool servers</h3>
        <Button
          variant="ghost"
          title="MCP servers have tools that a model can call. Each call asks for approval."
          onPointerEnter={() => prefetch(() => import('./tool-servers.tsx'))}
          onClick={() => chatViewStore.setState({ addsToolServer: true })}
        >
          <Plus size={14} aria-hidden />
          Add tool server
        </Button>
      </div>
      {isShown && <ToolServers isAdding={isAdding} />}
    </section>
  )
}
