import { prependToDraft, submitDraft } from '../../../core/chat/drafts/outbox.ts'
import { queueDraft, takeBackQueued } from '../../../core/chat/drafts/queue-draft.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { sendPrompt } from '../starters/send-prompt.ts'

/** Sends what is written once the response under way is complete, to the API of this moment. */
export function queueMessage(asked: Connection): void {
  queueDraft(chat, () => {
    const { connection } = client.connections.store.getState()
    const isSame = connection?.id === asked.id && connection.baseUrl === asked.baseUrl
    if (!isSame || client.network.store.getState().offline)
      return showToast(
        "The connection changed, so the queued message wasn't sent. It is still a draft.",
      )
    const ids = chat.attachments.getState().list.map(({ id }) => id)
    void submitDraft(chat, ids, async (text) => {
      await sendPrompt(connection, text, ids.length > 0).catch((error: unknown) => {
        prependToDraft(chat, text)
        throw error
      })
      await chat.writer.settled()
    })
    return undefined
  })
}

/** Says that the message waits, and takes it back. */
export function QueuedNote() {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 px-3 text-sm text-text-2">
      Queued: sent when the response is complete.
      <Button variant="ghost" onClick={() => takeBackQueued(chat)}>
        Take back
      </Button>
    </p>
  )
}
