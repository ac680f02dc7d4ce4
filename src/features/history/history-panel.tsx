import Archive from 'lucide-react/icons/archive'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FolderInput from 'lucide-react/icons/folder-input'
import HardDrive from 'lucide-react/icons/hard-drive'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useState } from 'react'

import { formatBytes } from '../../core/format/units.ts'
import { type HistoryEntry, importText } from '../../core/history/history-entries.ts'
import { subscribeConversations } from '../../core/storage/conversations/conversations.ts'
import {
  deleteAllConversations,
  deleteConversations,
} from '../../core/storage/conversations/delete-conversations.ts'
import {
  readStorageState,
  requestPersistence,
  type StorageState,
} from '../../core/storage/db/open-database.ts'
import { deleteAllBoards, subscribeBoards } from '../../core/storage/evaluate/boards.ts'
import {
  exportConversations,
  importConversations,
} from '../../core/storage/files/history-transfer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { pickFile } from '../../ui/controls/file-picker.tsx'
import { Meter } from '../../ui/feedback/meter.tsx'
import { type News, NewsLine } from '../../ui/feedback/news-line.tsx'
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/feedback/states.tsx'
import { saveFile } from '../../ui/files.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { HistoryList } from './history-list.tsx'
import { useHistory, useSearch } from './use-history.ts'

interface HistoryPanelProps {
  currentId?: string
  /** Leads to a path of the app: "/chat", or "/chat/" and an id. */
  onGo: (path: string) => void
  onNewChat: () => void
}

/** News in the panel itself: on a phone a toast would be behind the sheet. */
/** The conversations kept in this browser: found, opened, arranged, exported and deleted. */
export function HistoryPanel({ currentId, onGo, onNewChat }: HistoryPanelProps) {
  const [query, setQuery] = useState('')
  const [news, setNews] = useState<News>()
  const [showsStorage, setShowsStorage] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const history = useHistory()
  const { entries, readAtMs, failure } = history
  const search = useSearch(history, query)
  const { found, excerpts, searching } = search

  const remove = async ({ id }: HistoryEntry) => {
    const restore = await deleteConversations([id])
    if (id === currentId) onGo('/chat')
    const undo = () => {
      setNews(undefined)
      restore().catch(() => setNews({ text: "Couldn't restore it: the disk is full." }))
    }
    setNews({ text: 'Conversation deleted', undo })
  }
  const exportAll = async () => {
    const day = new Date().toISOString().slice(0, 10)
    saveFile(`playground-history-${day}.json`, await exportConversations())
  }
  const importFile = async () => {
    const file = await pickFile('application/json,.json')
    if (file === undefined) return
    setNews({ text: `Reading ${file.name}…` })
    setNews({ text: importText(await importConversations(await file.text())) })
  }
  const orTell = (doing: Promise<void>) => {
    doing.catch(() => setNews({ text: 'The browser blocked this.' }))
  }

  return (
    <div className="flex min-h-full flex-col gap-3 p-2">
      <div className="flex gap-1">
        <Button onClick={onNewChat} className="grow">
          <Plus size={14} aria-hidden /> New chat
        </Button>
        <Menu
          label="More: all conversations"
          icon={<Ellipsis size={14} aria-hidden />}
          items={[
            {
              label: 'Export everything',
              icon: <Archive size={14} aria-hidden />,
              onSelect: () => orTell(exportAll()),
            },
            {
              label: 'Import',
              icon: <FolderInput size={14} aria-hidden />,
              onSelect: () => orTell(importFile()),
            },
            {
              label: 'Storage',
              icon: <HardDrive size={14} aria-hidden />,
              checked: showsStorage,
              onSelect: () => setShowsStorage(!showsStorage),
            },
            {
              label: 'Delete everything',
              icon: <Trash2 size={14} aria-hidden />,
              onSelect: () => setAsksToDelete(true),
            },
          ]}
        />
      </div>
      <input
        type="search"
        aria-label="Search conversations"
        placeholder="Search titles and messages"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className="field"
      />
      <NewsLine news={news} />
      {failure !== undefined && (
        <ErrorNotice title="History unavailable">
          This browser blocks storage: {failure}. You can chat, but a reload removes everything.
        </ErrorNotice>
      )}
      {entries === undefined && failure === undefined && <Skeleton lines={4} />}
      {entries?.length === 0 && query.trim() === '' && (
        <EmptyState title="No conversations yet" className="text-sm">
          Conversations are saved in this browser automatically.
        </EmptyState>
      )}
      {search.failure !== undefined && (
        <p className="px-2 text-warn">Only titles are searched: {search.failure}</p>
      )}
      {entries !== undefined && query.trim() !== '' && found.length === 0 && (
        <p className="px-2 text-text-3">
          {searching
            ? 'Searching…'
            : search.failure === undefined
              ? 'No matching conversations'
              : 'No matching titles'}
        </p>
      )}
      <HistoryList
        entries={found}
        excerpts={excerpts}
        nowMs={readAtMs}
        currentId={currentId}
        onOpen={({ id }) => onGo(`/chat/${id}`)}
        onDelete={(entry) => orTell(remove(entry))}
        onFault={(text) => setNews({ text })}
      />
      <StorageMeter isWanted={showsStorage} />
      {asksToDelete && (
        <DeleteEverythingDialog
          count={entries?.length ?? 0}
          onExport={() => orTell(exportAll())}
          onClose={() => setAsksToDelete(false)}
          onDeleted={() => {
            setAsksToDelete(false)
            setNews({ text: 'Everything deleted' })
            if (currentId !== undefined) onGo('/chat')
          }}
        />
      )}
    </div>
  )
}

interface DeleteEverythingDialogProps {
  count: number
  onExport: () => void
  onClose: () => void
  onDeleted: () => void
}

/** Asks before everything is deleted: the one thing in the history that cannot be undone. */
function DeleteEverythingDialog(props: DeleteEverythingDialogProps) {
  const { count, onExport, onClose, onDeleted } = props
  const [failed, setFailed] = useState(false)
  const remove = async () => {
    try {
      await deleteAllBoards()
      await deleteAllConversations()
      onDeleted()
    } catch {
      setFailed(true)
    }
  }
  return (
    <Dialog
      title="Delete everything?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onExport}>Export first</Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={() => void remove()}>
            Delete {count === 1 ? 'one entry' : `all ${count} entries`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <p>Deletes every conversation and board in this browser. This can't be undone.</p>
        <p className="text-text-2">Presets, settings and payment records stay.</p>
        {failed && (
          <p role="alert" className="text-bad">
            Not everything was deleted. Close other tabs of this page and try again.
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Nothing is measured more often than this, ms: a stream changes the history often. */
const READ_EVERY = 2000

/** From this share on it is shown unasked. */
const NEARLY_FULL = 0.8

/** How much is kept in this browser: shown when `isWanted`, and unasked when there is little room left. */
function StorageMeter({ isWanted }: { isWanted: boolean }) {
  const { usedBytes, quotaBytes, persisted, ask, refused } = useStorageState()
  if (usedBytes === undefined && persisted === undefined) return null
  const isNearlyFull =
    usedBytes !== undefined && quotaBytes !== undefined && usedBytes > NEARLY_FULL * quotaBytes
  if (!isWanted && !isNearlyFull) return null
  return (
    <section
      aria-label="Storage"
      className="mt-auto flex flex-col gap-1.5 rounded-md bg-surface-2 p-2 text-xs text-text-2"
    >
      {usedBytes !== undefined && quotaBytes !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2">
          <Meter label="Storage used" value={usedBytes} max={quotaBytes} />
          <span className="tabular-nums">
            {formatBytes(usedBytes)} of {formatBytes(quotaBytes)}
          </span>
        </p>
      )}
      {persisted === true ? (
        <p>Saved until you delete it.</p>
      ) : (
        <>
          <p>
            {refused
              ? 'The browser denied persistent storage and may delete this. Export what you need.'
              : 'The browser may delete this when disk space is low.'}
          </p>
          {!refused && (
            <Button onClick={ask} className="self-start">
              Protect storage
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function useStorageState() {
  const [state, setState] = useState<StorageState>({})
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    let isShown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const next = await readStorageState()
      if (isShown) setState(next)
    }
    void read()
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void read()
      }, READ_EVERY)
    }
    const stops = [subscribeConversations(readSoon), subscribeBoards(readSoon)]
    return () => {
      isShown = false
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
  const ask = async () => {
    const persisted = await requestPersistence()
    setRefused(!persisted)
    setState((before) => ({ ...before, persisted }))
  }
  return { ...state, refused, ask: () => void ask() }
}
