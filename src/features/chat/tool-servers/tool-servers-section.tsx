import Plus from 'lucide-react/icons/plus'
import { useStore } from 'zustand'

import { Button } from '../../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { loadToolServers, prefetch } from '../lazy.ts'

const ToolServers = lazyComponent(() => loadToolServers().then((module) => module.ToolServers))

/** Where tools come from besides the request itself. On the first screen it is only a button. */
export function ToolServersSection({ wanted }: { wanted: boolean }) {
  const isAdding = useStore(chatViewStore, (state) => state.addsToolServer)
  return (
    <section aria-label="Tool servers" className="flex flex-col gap-2 pt-2">
      <div className="flex items-center justify-between gap-2 pl-1">
        <h3 className="text-sm font-medium">Tool servers</h3>
        <Button
          variant="ghost"
          onPointerEnter={() => prefetch(loadToolServers)}
          onClick={() => chatViewStore.setState({ addsToolServer: true })}
        >
          <Plus size={14} aria-hidden />
          Add tool server
        </Button>
      </div>
      {(wanted || isAdding) && (
        <ChunkBoundary fallback={<Skeleton lines={1} />}>
          <ToolServers isAdding={isAdding} />
        </ChunkBoundary>
      )}
    </section>
  )
}
