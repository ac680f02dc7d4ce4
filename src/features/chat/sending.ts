import type { ValidationIssue } from '../../../contract/validation.ts'
import { sendMessages } from '../../core/chat/responses/send-messages.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { localText } from '../../core/storage/db/browser-storage.ts'
import { requestPersistenceOnce } from '../../core/storage/db/open-database.ts'
import { chat } from '../../page/chat.ts'

// In the same file, as sending needs it: each file more costs the page a line in its import map.
export { findSecrets } from '../../core/client/connection/extra-headers.ts'

/*
 * What the page does around every request of the chat, from the first module on that may send one: it
 * asks the browser to keep what is stored, keeps the exchange of a settled response for after a reload,
 * and gives notice of a long response that ended in a hidden page, if a person wanted that.
 */

/** A response that took less is no news, ms. */
const LONG_MS = 10_000

const startedAt = new Map<string, number>()

chat.runs.subscribe(({ live }, before) => {
  for (const id of Object.keys(live)) if (!startedAt.has(id)) startedAt.set(id, performance.now())
  if (Object.keys(live).length > Object.keys(before.live).length) void requestPersistenceOnce()
  for (const [versionId, run] of Object.entries(before.live)) {
    const exchangeId = run.exchangeId()
    if (versionId in live) continue
    if (exchangeId !== undefined) void saveExchange(exchangeId)
    const ms = performance.now() - (startedAt.get(versionId) ?? 0)
    startedAt.delete(versionId)
    if (ms > LONG_MS && document.hidden) void notify(versionId)
  }
})

/** Sends what was written, as a user message to the conversation that was meant; '' adds none. */
export function sendText(
  connection: Connection,
  text: string,
  conversationId: string,
): ValidationIssue[] {
  const added = text.trim() === '' ? [] : [{ role: 'user' as const, content: text }]
  return sendMessages(chat, connection, added, { conversationId })
}

/** Nothing of the response stands in the notice. */
async function notify(versionId: string): Promise<void> {
  if (localText.load('playground.notices') === undefined) return
  const part = await import('../../page/notices.ts').catch(() => undefined)
  part?.notices.notify({ text: 'Response finished', tag: versionId })
}

/** Without the code for it the answer is there all the same. */
async function saveExchange(exchangeId: string): Promise<void> {
  const part = await import('../../page/save-finished.ts').catch(() => undefined)
  await part?.saveFinished(exchangeId)
}

export { setSystemPrompt } from '../../core/chat/conversation/authored-messages.ts'
