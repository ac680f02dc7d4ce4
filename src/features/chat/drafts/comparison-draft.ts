import { isTouched, systemOf } from '../../../core/chat/compare/columns.ts'
import { startComparison } from '../../../core/chat/compare/comparison.ts'
import { chat } from '../../../page/chat.ts'
import { setupKey } from '../compare/start-from-conversation.ts'
import { wordsInFront, type ComparisonDraft } from '../composer/draft-text-store.ts'

/** The comparison on the screen as far as a reload would lose it; undefined when it loses nothing. */
export function comparisonDraft(): ComparisonDraft | undefined {
  const { id, columns, draft, linked, changed } = chat.comparison.getState()
  if (columns.some(isTouched)) return draft === '' ? undefined : { draft, id }
  if (draft === '' && !changed) return undefined
  const setups = columns.map((column) => {
    const { model, settings } = column.conversation
    const system = systemOf(column)
    return { model, settings, ...(system === '' ? {} : { system }) }
  })
  return { draft, setups, linked }
}

/**
 * Puts a comparison back as it was left. False when another message was written meanwhile: then
 * nothing is done, unless this is to go `inFront` of it.
 */
export function restoreComparison(
  value: object,
  { inFront = false }: { inFront?: boolean } = {},
): boolean {
  const { draft: words, id, setups, linked = true } = value as ComparisonDraft
  const now = chat.comparison.getState()
  if (!inFront && now.draft !== '' && now.draft !== words) return false
  const draft = wordsInFront(words, now.draft)
  if (id !== undefined) {
    if (now.id === id) chat.comparison.setState({ draft })
    return true
  }
  if (setups === undefined || now.columns.some(isTouched)) return true
  startComparison(chat, setups, { beside: setupKey(), draft })
  chat.comparison.setState({ linked, changed: true })
  return true
}
