import type { ReactNode } from 'react'

/** One choice of a combobox. */
export interface ComboboxOption {
  /** What is chosen, and what the field shows: a model id. */
  value: string
  /** More words it is found by, besides the value. */
  keywords?: string
  /** Options with the same group stand together under it; keep them adjacent. */
  group?: string
  /** Shown only once something is typed. */
  whenTyped?: boolean
  /** What the row shows, the value by default. Its text is the accessible name. */
  content?: ReactNode
}

/** The options that hold every word of the text, in value or keywords; without a text, all that stand there at first. */
export function filterOptions(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ value, keywords = '', whenTyped }) => {
    if (words.length === 0) return !whenTyped
    const searched = `${value} ${keywords}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/**
 * The row that Enter chooses after typing: the exact value, else the first whose value holds the
 * text; −1 (none: the text itself is taken) when options match by keyword only.
 */
export function bestMatch(options: readonly ComboboxOption[], text: string): number {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return -1
  const exact = options.findIndex(({ value }) => value.toLowerCase() === wanted)
  return exact >= 0 ? exact : options.findIndex(({ value }) => value.toLowerCase().includes(wanted))
}
