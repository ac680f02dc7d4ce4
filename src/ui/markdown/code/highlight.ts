/** A run of characters with one highlight.js class, '' for plain text. */
export type HighlightRun = readonly [className: string, length: number]

/** Colours code: resolves to runs that cover it exactly, or null when it stays plain. */
export type Highlighter = (code: string, language: string) => Promise<HighlightRun[] | null>

/** Longest code that is coloured, in bytes of UTF-8 at most, in UTF-16 units here. */
export const maxHighlight = 256 * 1024
