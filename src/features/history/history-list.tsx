import Braces from 'lucide-react/icons/braces'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileText from 'lucide-react/icons/file-text'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import { fileName } from '../../core/format/file-name.ts'
import { formatCharge } from '../../core/format/money.ts'
import { formatClock } from '../../core/format/units.ts'
import { type HistoryEntry, byDay } from '../../core/history/history-entries.ts'
import type { ConversationSummary } from '../../core/storage/conversations/conversation-summary.ts'
import { loadConversation } from '../../core/storage/conversations/conversations.ts'
import { pinConversations, renameConversations } from '../../core/storage/conversations/labels.ts'
import { exportConversations } from '../../core/storage/files/history-transfer.ts'
import { chat } from '../../page/chat.ts'
import { TickStrip } from '../../ui/content/tick-strip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { RenameField } from '../../ui/controls/fields.tsx'
import { saveFile } from '../../ui/files.ts'
import { addressOf } from '../../ui/hooks/location.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { jobClient } from '../../ui/workers/job-client.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './search.worker.ts?worker&url'
import type { SummaryJob, SummaryResult } from './search.worker.ts'

/** Lines drawn at once: more cost time, and nobody reads further without searching. */
const PAGE = 60

interface HistoryListProps {
  entries: readonly HistoryEntry[]
  excerpts: ReadonlyMap<string, string>
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

const run = jobClient<SummaryJob, SummaryResult>(workerUrl, {
  silence: 30_000,
  words: 'Reading timed out.',
  // What it has read is worth keeping for the next change.
  idle: 60_000,
})

const nothing: SummaryResult = new Map()

/** The costs and strips of the lines that are shown, by conversation id; they come after the lines. */
function useSummaries(entries: readonly HistoryEntry[]): SummaryResult {
  const [summaries, setSummaries] = useState(nothing)
  // Begins and ends of responses: what they change is not in the conversation's own record.
  const running = useStore(chat.runs, ({ live }) => Object.keys(live).length)
  const key = JSON.stringify(entries.map(({ id, updatedAt }) => ({ id, updatedAt })))
  useEffect(() => {
    let isShown = true
    const read = async () => {
      await chat.writer.settled()
      const openId = chat.conversation.getState().conversation.id
      const next = await run({ conversations: JSON.parse(key), openId })
      if (isShown) setSummaries(next)
    }
    // Without them the lines are still there.
    read().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [key, running])
  return summaries
}

interface EntryProps {
  entry: HistoryEntry
  excerpt: string | undefined
  /** What its responses amount to; undefined until it is read. */
  summary: ConversationSummary | undefined
  isCurrent: boolean
  onOpen: () => void
  onDelete: () => void
  onFault: (text: string) => void
}

function Entry(props: EntryProps) {
  const { entry, excerpt, summary, isCurrent, onOpen, onDelete, onFault } = props
  const { id, title, updatedAt, pinned } = entry
  // The one that responded last; until that is known, the one that is chosen.
  const model = summary?.model ?? entry.model
  const titleId = useId()
  const factsId = useId()
  const [renaming, setRenaming] = useState(false)
  const orTell = (doing: Promise<void>) => {
    doing.catch(() => onFault('The browser blocked this. The disk may be full.'))
  }
  if (renaming)
    return (
      <li>
        <RenameField
          label={`Rename ${title}`}
          name={title}
          placeholder="As the first message begins"
          maxLength={200}
          onDone={(name) => {
            setRenaming(false)
            if (name !== undefined && name.trim() !== title) orTell(renameConversations([id], name))
          }}
        />
      </li>
    )
  return (
    <li className="group flex items-center rounded-md hover:bg-surface-2 has-aria-[current]:bg-surface-3">
      <a
        href={addressOf(`/chat/${id}`)}
        aria-labelledby={titleId}
        aria-describedby={factsId}
        title={`${title}\n${model}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
        onKeyDown={(event) => {
          if (event.key === 'F2') setRenaming(true)
        }}
        className="flex min-w-0 grow flex-col justify-center gap-0.5 rounded-md px-2 py-1.5 target"
      >
        <span id={titleId} className="truncate">
          {title}
        </span>
        {excerpt !== undefined && <span className="truncate text-xs text-text-3">{excerpt}</span>}
        <span id={factsId} className="flex h-4 items-center gap-2 text-xs text-text-3">
          <span className="tabular-nums">{formatClock(updatedAt)}</span>
          <span className="min-w-0 grow truncate">{model}</span>
          {summary?.ticks !== undefined && (
            <TickStrip strip={summary.ticks} className="w-12! shrink-0" />
          )}
          {summary?.costMicroUsd !== undefined && (
            <span className="shrink-0 text-money tabular-nums">
              {formatCharge(summary.costMicroUsd)}
            </span>
          )}
        </span>
      </a>
      <span className="-ml-9 self-start rounded-md bg-surface-2 opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:ml-0 pointer-coarse:self-center pointer-coarse:bg-transparent pointer-coarse:opacity-100">
        <Menu
          label={`More: ${title}`}
          icon={<Ellipsis size={14} aria-hidden />}
          items={[
            {
              label: pinned ? 'Unpin' : 'Pin',
              icon: pinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />,
              onSelect: () => orTell(pinConversations([id], !pinned)),
            },
            {
              label: 'Rename',
              icon: <Pencil size={14} aria-hidden />,
              onSelect: () => setRenaming(true),
            },
            {
              label: 'Export as Markdown',
              icon: <FileText size={14} aria-hidden />,
              onSelect: () => orTell(exportAsMarkdown(entry)),
            },
            {
              label: 'Export as JSON',
              icon: <Braces size={14} aria-hidden />,
              onSelect: () => orTell(exportAsJson(entry)),
            },
            { label: 'Delete', icon: <Trash2 size={14} aria-hidden />, onSelect: onDelete },
          ]}
        />
      </span>
    </li>
  )
}

async function exportAsJson({ id, title }: HistoryEntry): Promise<void> {
  saveFile(`${fileName(title, 'chat')}.json`, await exportConversations([id]))
}

async function exportAsMarkdown({ id, title }: HistoryEntry): Promise<void> {
  const { conversationMarkdown } = await import('./conversation-markdown.ts')
  const loaded = await loadConversation(id)
  if (loaded === undefined) return
  const document = new Blob([conversationMarkdown(loaded, title)], { type: 'text/markdown' })
  saveFile(`${fileName(title, 'chat')}.md`, document)
}
