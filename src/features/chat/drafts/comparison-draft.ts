import {
  compareStore,
  isTouched,
  startComparison,
  systemOf,
  type ColumnSetup,
} from '../compare/compare-store.ts'
import { setupKey } from '../compare/start-from-conversation.ts'

/** What of a comparison is stored in no other way. */
interface ComparisonDraft {
  /** The message being written. */
  draft: string
  /** Of one that was run: which it is. */
  id?: string
  /** Of one that was not run: its columns. */
  setups?: readonly ColumnSetup[]
  linked?: boolean
}

/** The comparison on the screen as far as a reload would lose it; undefined when it loses nothing. */
export function comparisonDraft(): ComparisonDraft | undefined {
  const { id, columns, draft, linked, changed } = compareStore.getState()
  if (columns.some(isTouched)) return draft === '' ? undefined : { draft, id }
  if (draft === '' && !changed) return undefined
  const setups = columns.map((column) => {
    const { model, settings } = column.conversation
    const system = systemOf(column)
    return { model, settings, ...(system === '' ? {} : { system }) }
  })
  return { draft, setups, linked }
}

/** Puts a comparison back as it was left, unless something was written meanwhile. */
export function restoreComparison(value: object): void {
  const { draft, id, setups, linked = true } = value as ComparisonDraft
  const now = compareStore.getState()
  if (now.draft !== '') return
  if (id !== undefined) {
    if (now.id === id) compareStore.setState({ draft })
    return
  }
  if (setups === undefined || now.columns.some(isTouched)) return
  startComparison(setups, { beside: setupKey(), draft })
  compareStore.setState({ linked, changed: true })
}
