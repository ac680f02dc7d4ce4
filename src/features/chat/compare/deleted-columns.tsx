import { keepColumns } from '../../../core/chat/compare/sync-comparison.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'

/** What stands in the place of a column that another tab deleted. */
export function DeletedColumn({ conversationId }: { conversationId: string }) {
  return (
    <EmptyState
      title="Deleted in another tab"
      actions={<Button onClick={() => keepColumns(chat, [conversationId])}>Restore</Button>}
    >
      The column is still open in this tab and can be saved again.
    </EmptyState>
  )
}

/** What stands in the place of a comparison all of whose columns another tab deleted. */
export function DeletedComparison({ conversationIds }: { conversationIds: readonly string[] }) {
  const [, navigate] = useLocation()
  return (
    <EmptyState
      title="Comparison deleted"
      actions={
        <>
          <Button variant="primary" onClick={() => navigate('/chat/compare')}>
            New comparison
          </Button>
          <Button onClick={() => keepColumns(chat, conversationIds)}>Restore</Button>
        </>
      }
    >
      The comparison is still open in this tab and can be saved again.
    </EmptyState>
  )
}
