import { useState } from 'react'

import { byDay } from '../../core/history/by-day.ts'
import type { HistoryEntry } from '../../core/history/history-entries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Entry } from './history-entry.tsx'
import { useSummaries } from './use-summaries.ts'

/** Lines drawn at once: more cost time, and nobody reads further without searching. */
const PAGE = 60

interface HistoryListProps {
  entries: readonly HistoryEntry[]
  excerpts: ReadonlyMap<string, string>
  /** Days are counted from this moment, Unix ms. */
  nowMs: number
  currentId: string | undefined
  onOpen: (entry: HistoryEntry) => void
  onDelete: (entry: HistoryEntry) => void
  onFault: (text: string) => void
}

/** The lines of the history: what is pinned, then the rest by day; some at a time. */
export function HistoryList(props: HistoryListProps) {
  const { entries, excerpts, nowMs, currentId, onOpen, onDelete, onFault } = props
  const [shown, setShown] = useState(PAGE)
  const pinned = entries.filter((entry) => entry.pinned)
  const others = entries.filter((entry) => !entry.pinned)
  const summaries = useSummaries([...pinned, ...others.slice(0, shown)])
  const parts = [
    ...(pinned.length === 0 ? [] : [{ day: 'Pinned', items: pinned }]),
    ...byDay(others.slice(0, shown), nowMs),
  ]
  const left = others.length - shown
  return (
    <>
      {parts.map(({ day, items }) => (
        <section key={day} aria-label={day}>
          <h3 className="px-2 pb-1 text-xs text-text-3">{day}</h3>
          <ul>
            {items.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                excerpt={excerpts.get(entry.id)}
                summary={summaries.get(entry.id)}
                isCurrent={entry.id === currentId}
                onOpen={() => onOpen(entry)}
                onDelete={() => onDelete(entry)}
                onFault={onFault}
              />
            ))}
          </ul>
        </section>
      ))}
      {left > 0 && (
        <Button variant="ghost" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, left)} more of {left}
        </Button>
      )}
    </>
  )
}
