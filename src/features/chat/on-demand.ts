import type { ValidationIssue } from '../../../contract/validation.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { chat } from '../../page/chat.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { loadMarkdown } from './answer/load-markdown.ts'
import { loadAttachments } from './attachments/attach/load-attachments.ts'
import { prepareToJudge } from './conversation/use-settings-reading.ts'

/*
 * What an empty chat does without: it is fetched when someone is about to write, choose a model or
 * read a conversation, so that the first screen loads little.
 */

const UNREACHABLE =
  'A part of this page could not be fetched: is the service still running? Nothing was sent.'

const loadSending = () => import('./sending.ts')

export const loadMessageItem = () => import('./messages/message-item.tsx')

/** Fetches what Attach opens; called on the first sign that it will be pressed. */
export function prepareToAttach(): void {
  loadAttachments().catch(() => undefined)
}

export const loadModelList = () => import('./model/model-list.tsx')

export const loadPresets = () => import('./presets/presets-dialog.tsx')

export const loadModelBrowser = () => import('./model/model-browser.tsx')

export const loadSuffixChips = () => import('./model/suffix-chips.tsx')

export const loadSettingsPanel = () => import('./settings/settings-panel.tsx')

/** Fetches everything that sending and showing an answer needs; called on the first sign of intent. */
export function prepareToSend(): void {
  prepareToJudge()
  for (const load of [loadSending, loadMessageItem, loadModelList, loadMarkdown])
    load().catch(() => undefined)
}

const shownId = () => chat.conversation.getState().conversation.id

/** A system prompt that waits for the code that puts it into its conversation. */
let unwrittenPrompt: { conversationId: string; text: string } | undefined

/** Replaces the system prompt, see `set-system-prompt.ts`. What is sent after that holds it. */
export function writeSystemPrompt(text: string): Promise<void> {
  unwrittenPrompt = { conversationId: shownId(), text }
  return writeLatestPrompt()
}

/** Of several calls the first may be the last to get the code, so each writes the latest text. */
async function writeLatestPrompt(): Promise<void> {
  const { setSystemPrompt } = await loadMessageItem()
  if (unwrittenPrompt?.conversationId === shownId()) setSystemPrompt(chat, unwrittenPrompt.text)
  unwrittenPrompt = undefined
}

/**
 * Sends a message, see `send-messages.ts`; with `attached`, what is attached goes with it, see
 * `send-parts.ts`. A text with a key in it goes only when that is `meant`, see `held-secret.ts`. When
 * this very part of the page cannot be fetched, that is the fault that is given back.
 */
export async function sendMessage(
  connection: Connection,
  text: string,
  { attached = false, meant = false }: { attached?: boolean; meant?: boolean } = {},
): Promise<readonly ValidationIssue[]> {
  try {
    const conversationId = shownId()
    if (unwrittenPrompt !== undefined) await writeLatestPrompt()
    const { heldSecret, sendText } = await loadSending()
    const held = meant ? [] : heldSecret(connection, text)
    if (held.length > 0) return held
    if (attached) return await (await loadAttachments()).sendParts(connection, text, conversationId)
    return sendText(connection, text, conversationId)
  } catch {
    return [{ path: [], code: 'unreachable', message: UNREACHABLE }]
  }
}

/** Attaches files to the message being written, see `attach-files.ts`. */
export function attachFiles(files: readonly File[]): void {
  loadAttachments().then(
    (attachments) => attachments.attachFiles(files),
    () => showToast(UNREACHABLE),
  )
}
