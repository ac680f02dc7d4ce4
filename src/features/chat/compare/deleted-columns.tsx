import { keepColumns } from '../../../core/chat/compare/sync-comparison.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'

const STILL_HERE = 'as long as this page is open it can be stored again.'

/** What stands in the place of a column that another tab deleted. */
export function DeletedColumn({ conversationId }: { conversationId: string }) {
  return (
    <EmptyState
      title="This column was deleted in another tab"
      actions={
        <Button onClick={() => keepColumns(chat, [conversationId])}>Keep it after all</Button>
      }
    >
      What was said in it is still here: {STILL_HERE}
    </EmptyState>
  )
}

/** What stands in the place of a comparison all of whose columns another tab deleted. */
export function DeletedComparison({ conversationIds }: { conversationIds: readonly string[] }) {
  const [, navigate] = useLocation()
  return (
    <EmptyState
      title="This comparison was deleted"
      actions={
        <>
          <Button variant="primary" onClick={() => navigate('/chat/compare')}>
            New comparison
          </Button>
          <Button onClick={() => keepColumns(chat, conversationIds)}>Keep it after all</Button>
        </>
      }
    >
      In another tab, or in the history. It is still here in full: {STILL_HERE}
    </EmptyState>
  )
}
