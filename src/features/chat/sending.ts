import type { ValidationIssue } from '../../../contract/validation.ts'
import { sendMessages } from '../../core/chat/responses/send-messages.ts'
import { tickIcon } from '../../core/chat/responses/streaming-icon.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { requestPersistenceOnce } from '../../core/storage/db/storage-estimate.ts'
import { chat } from '../../page/chat.ts'

// In the same file, as sending needs it: each file more costs the page a line in its import map.
export { findSecrets } from '../../core/client/connection/find-secrets.ts'

/*
 * What the page does around every request of the chat, from the first module on that may send one: it
 * asks the browser to keep what is stored, keeps the exchange of a settled response for after a reload,
 * and makes the page's icon tick while something streams.
 */

chat.runs.subscribe(({ live }, before) => {
  if (Object.keys(live).length > Object.keys(before.live).length) void requestPersistenceOnce()
  for (const [versionId, run] of Object.entries(before.live)) {
    const exchangeId = run.exchangeId()
    if (!(versionId in live) && exchangeId !== undefined) void saveExchange(exchangeId)
  }
})

const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
if (icon) tickIcon(chat.runs, icon, () => !matchMedia('(prefers-reduced-motion: reduce)').matches)

/** Sends what was written, as a user message to the conversation that was meant; '' adds none. */
export function sendText(
  connection: Connection,
  text: string,
  conversationId: string,
): ValidationIssue[] {
  const added = text === '' ? [] : [{ role: 'user' as const, content: text }]
  return sendMessages(chat, connection, added, { conversationId })
}

/** Without the code for it the answer is there all the same. */
async function saveExchange(exchangeId: string): Promise<void> {
  const part = await import('../../page/save-finished.ts').catch(() => undefined)
  await part?.saveFinished(exchangeId)
}
