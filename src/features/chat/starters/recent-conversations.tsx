import { useEffect, useState } from 'react'

import type { RecentConversation } from '../../../core/history/recent-conversations.ts'
import { TickStrip } from '../../../ui/content/tick-strip.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { loadRecent } from '../lazy.ts'

/** The conversations that changed last, where this browser has any. */
export function RecentConversations() {
  const [, navigate] = useLocation()
  const [recent, setRecent] = useState<readonly RecentConversation[]>([])
  useEffect(() => {
    let isShown = true
    storedRecent().then(
      (found) => isShown && setRecent(found),
      // Where nothing can be stored there is nothing to go on with.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  if (recent.length === 0) return null
  return (
    <section aria-label="Recent" className="flex flex-col gap-0.5 text-sm">
      <h2 className="px-1 text-text-3">Recent</h2>
      <ul>
        {recent.map(({ path, title, ticks, cost }) => (
          <li key={path}>
            <a
              href={path}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                navigate(path)
              }}
              className="flex items-center gap-3 rounded-md px-1 target hover:bg-surface-1"
            >
              <span className="min-w-0 grow truncate">{title}</span>
              {ticks !== undefined && <TickStrip strip={ticks} className="max-w-24 shrink-0" />}
              <span className="w-20 shrink-0 text-right text-xs text-money tabular-nums">
                {cost}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Without opening anything where this browser has nothing: a first visit loads no more than it shows. */
async function storedRecent(): Promise<readonly RecentConversation[]> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'vendor-playground')) return []
  const { listRecent } = await loadRecent()
  return listRecent()
}
