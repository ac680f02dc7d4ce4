import Archive from 'lucide-react/icons/archive'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FolderInput from 'lucide-react/icons/folder-input'
import HardDrive from 'lucide-react/icons/hard-drive'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import type { HistoryEntry } from '../../core/history/history-entries.ts'
import { importText } from '../../core/history/import-text.ts'
import { deleteConversations } from '../../core/storage/conversations/delete-conversations.ts'
import {
  exportConversations,
  importConversations,
} from '../../core/storage/files/history-transfer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { NewsLine, type News } from '../../ui/feedback/news-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { pickFile } from '../../ui/pick-file.ts'
import { saveFile } from '../../ui/save-file.ts'
import { DeleteEverythingDialog } from './delete-everything-dialog.tsx'
import { HistoryList } from './history-list.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { useHistory, useSearch } from './use-history.ts'

interface HistoryPanelProps {
  /** The conversation that is open. */
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
