import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'

import type { Conversation } from '../../storage/conversation.ts'
import { deleteConversation, restoreConversation } from '../../storage/conversations.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { byDay } from './by-day.ts'
import { useConversations } from './use-conversations.ts'

interface HistoryPanelProps {
  /** The conversation that is open. */
  currentId?: string
  /** Leads to a path of the app: "/chat", or "/chat/" and an id. */
  onGo: (path: string) => void
}

/** The conversations kept in this browser, by day; opens, begins and deletes them. */
export function HistoryPanel({ currentId, onGo }: HistoryPanelProps) {
  const { conversations, readAtMs, failure } = useConversations()

  const remove = async ({ id }: Conversation) => {
    const removed = await deleteConversation(id)
    if (id === currentId) onGo('/chat')
    if (removed !== undefined)
      showToast('Conversation deleted', {
        label: 'Undo',
        run: () => void restoreConversation(removed),
      })
  }

  return (
    <div className="flex flex-col gap-3 p-2">
      <Button onClick={() => onGo('/chat')}>
        <Plus size={14} aria-hidden /> New chat
      </Button>
      {failure !== undefined && (
        <ErrorNotice title="The history cannot be read">
          This browser does not let the page keep anything: {failure}. Chatting works, but a reload
          forgets it.
        </ErrorNotice>
      )}
      {conversations === undefined && failure === undefined && <Skeleton lines={4} />}
      {conversations?.length === 0 && (
        <EmptyState title="No conversations yet" className="text-sm">
          They are kept in this browser as they happen.
        </EmptyState>
      )}
      {byDay(conversations ?? [], readAtMs).map(({ day, items }) => (
        <section key={day} aria-label={day}>
          <h3 className="px-2 pb-1 text-xs text-text-3">{day}</h3>
          <ul>
            {items.map((conversation) => (
              <Entry
                key={conversation.id}
                conversation={conversation}
                isCurrent={conversation.id === currentId}
                onOpen={() => onGo(`/chat/${conversation.id}`)}
                onDelete={() => void remove(conversation)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface EntryProps {
  conversation: Conversation
  isCurrent: boolean
  onOpen: () => void
  onDelete: () => void
}

function Entry({ conversation, isCurrent, onOpen, onDelete }: EntryProps) {
  const { id, model } = conversation
  const title = conversation.title.trim() || 'Untitled'
  return (
    <li className="group flex items-center rounded-md hover:bg-surface-2 has-aria-[current]:bg-surface-3">
      <a
        href={`/chat/${id}`}
        title={`${title}\n${model}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
        className="flex min-w-0 grow items-center rounded-md px-2 target"
      >
        <span className="truncate">{title}</span>
      </a>
      <IconButton
        label={`Delete ${title}`}
        onClick={onDelete}
        className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
      >
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  )
}
