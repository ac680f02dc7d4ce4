import { useState } from 'react'

import { deleteAllConversations } from '../../core/storage/conversations/delete-conversations.ts'
import { deleteAllBoards } from '../../core/storage/evaluate/boards.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

interface DeleteEverythingDialogProps {
  /** How many lines of the history would go. */
  count: number
  onExport: () => void
  onClose: () => void
  onDeleted: () => void
}

/** Asks before everything is deleted: the one thing in the history that cannot be undone. */
export function DeleteEverythingDialog(props: DeleteEverythingDialogProps) {
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
