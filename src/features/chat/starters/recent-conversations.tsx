import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { RecentConversation } from '../../../core/history/recent-conversations.ts'
import { settings } from '../../../page/settings.ts'
import { TickStrip } from '../../../ui/content/tick-strip.tsx'
import { Link } from '../../../ui/hooks/location.tsx'
import { useMedia, WIDE_SCREEN } from '../../../ui/hooks/use-media.ts'

/** The conversations that changed last, where this browser has any. */
export function RecentConversations() {
  const [recent, setRecent] = useState<readonly RecentConversation[]>([])
  const historyOpen = useStore(settings.store, (state) => state.historyOpen)
  const isBesideHistory = useMedia(WIDE_SCREEN) && historyOpen
  useEffect(() => {
    const leave = new AbortController()
    // Where nothing can be stored there is nothing to go on with.
    followRecent(setRecent, leave.signal).catch(() => undefined)
    return () => leave.abort()
  }, [])
  // The history lists them already.
  if (isBesideHistory) return null
  if (recent.length === 0) return null
  return (
    <section aria-label="Recent" className="flex flex-col gap-0.5 text-sm">
      <h2 className="px-1 text-text-3">Recent</h2>
      <ul>
        {recent.map(({ path, title, ticks, cost }) => (
          <li key={path}>
            <Link
              href={path}
              className="flex items-center gap-3 rounded-md px-1 target hover:bg-surface-1"
            >
              <span className="min-w-0 grow truncate">{title}</span>
              {ticks !== undefined && <TickStrip strip={ticks} className="max-w-24 shrink-0" />}
              <span className="w-20 shrink-0 text-right text-xs text-money tabular-nums">
                {cost}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Shows what is stored, also after it changed. Opens nothing where this browser has nothing: a first
 * visit loads no more than it shows.
 */
async function followRecent(
  show: (recent: readonly RecentConversation[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'vendor-playground')) return
  const { listRecent, subscribeConversations } = await import('./list-recent.ts')
  const read = async () => {
    const recent = await listRecent()
    if (!signal.aborted) show(recent)
  }
  if (signal.aborted) return
  const stop = subscribeConversations(() => void read().catch(() => undefined))
  signal.addEventListener('abort', stop)
  await read()
}
