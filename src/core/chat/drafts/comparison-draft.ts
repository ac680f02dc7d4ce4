import type { Chat } from '../chat.ts'
import { isTouched, systemOf } from '../compare/columns.ts'
import { startComparison } from '../compare/comparison.ts'
import { setupKey } from '../setup/current-setup.ts'
import { joinTexts, type ComparisonDraft } from './outbox.ts'

/** The comparison on the screen as far as a reload would lose it; undefined when it loses nothing. */
export function comparisonDraft(chat: Chat): ComparisonDraft | undefined {
  const { id, columns, draft, linked, changed } = chat.comparison.getState()
  if (columns.some(isTouched)) return draft === '' ? undefined : { draft, id }
  if (draft === '' && !changed) return undefined
  const setups = columns.map((column) => {
    const { model, settings, headers } = column.conversation
    const system = systemOf(column)
    return {
      model,
      settings,
      ...(headers === undefined ? {} : { headers }),
      ...(system === '' ? {} : { system }),
    }
  })
  return { draft, setups, linked }
}

/**
 * Restores a comparison. False when another message was written meanwhile: then nothing is done,
 * unless this is to go `inFront` of it.
 */
export function restoreComparison(
  chat: Chat,
  value: object,
  { inFront = false }: { inFront?: boolean } = {},
): boolean {
  const { draft: text, id, setups, linked = true } = value as ComparisonDraft
  const now = chat.comparison.getState()
  if (!inFront && now.draft !== '' && now.draft !== text) return false
  const draft = joinTexts(text, now.draft)
  if (id !== undefined) {
    if (now.id === id) chat.comparison.setState({ draft })
    return true
  }
  if (setups === undefined || now.columns.some(isTouched)) return true
  startComparison(chat, setups, { beside: setupKey(chat), draft })
  chat.comparison.setState({ linked, changed: true })
  return true
}
