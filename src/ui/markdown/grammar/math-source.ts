/** How a formula is written: its TeX, where it ends, and whether it stands on its own. */
export interface MathSource {
  tex: string
  /** Index after the closing mark. */
  end: number
  display: boolean
}

/** A `$` formula in running text is short; a later `$` than this belongs to something else. */
const mostDollarInline = 1000
const mostInline = 8000

const hasTerm = /[\p{L}\p{N}]/u
const space = /\s/
const digit = /\d/
const letterOrDigit = /[\p{L}\p{N}]/u
/** What may follow the closing `$` directly although it is a letter: "the $n$th", "$x$s". */
const ending = /^(?:th|st|nd|rd|s)(?![\p{L}\p{N}])/u
/** Several words without any sign of mathematics are words: "from $5 to 10$". */
const words = /^[^\\^_=+*/<>|(){}[\]-]*\s[^\\^_=+*/<>|(){}[\]-]*$/

/**
 * Reads a formula that starts at `start` with `$` or `$$`. Undefined where the mark is just a
 * character: a price, a variable of a shell.
 */
export function readDollars(source: string, start: number): MathSource | undefined {
  return source.charAt(start + 1) === '$' ? readDouble(source, start) : readSingle(source, start)
}

/**
 * What is known of the closing brackets of a text: those looked for anywhere after `from` are at `at`,
 * and whether what is before them can be no formula. A text of nothing but openings is so read once.
 */
export type Closings = Map<string, { from: number; at: number; isRefused: boolean }>

/** Reads a formula that starts at `start` with `\(` or `\[` and ends before `max`. */
export function readBracketed(
  source: string,
  start: number,
  max: number,
  closings: Closings,
): MathSource | undefined {
  const mark = source.charAt(start + 1)
  if (mark !== '(' && mark !== '[') return undefined
  const close = mark === '(' ? '\\)' : '\\]'
  let known = closings.get(close)
  if (known === undefined || start < known.from || start + 2 > known.at) {
    const at = source.indexOf(close, start + 2)
    known = { from: start, at: at < 0 ? Number.POSITIVE_INFINITY : at, isRefused: false }
    closings.set(close, known)
  }
  const end = known.at + 2
  if (known.isRefused || end > max || end - start > mostInline) return undefined
  const tex = source.slice(start + 2, known.at)
  if (hasTerm.test(tex)) return { tex, end, display: mark === '[' }
  // Nor has what is shorter.
  closings.set(close, { from: start, at: known.at, isRefused: true })
  return undefined
}

function readDouble(source: string, start: number): MathSource | undefined {
  if (source.charAt(start + 2) === '$') return undefined
  const at = source.slice(start, start + mostInline).indexOf('$$', 2)
  if (at < 0) return undefined
  const tex = source.slice(start + 2, start + at)
  const isFormula = hasTerm.test(tex) && source.charAt(start + at + 2) !== '$'
  return isFormula ? { tex, end: start + at + 2, display: true } : undefined
}

function readSingle(source: string, start: number): MathSource | undefined {
  if (letterOrDigit.test(source.charAt(start - 1))) return undefined
  const end = closingDollar(source, start + 1)
  if (end < 0) return undefined
  const tex = source.slice(start + 1, end)
  if (tex === '' || space.test(tex.charAt(0)) || space.test(tex.charAt(tex.length - 1)))
    return undefined
  const after = source.slice(end + 1, end + 6)
  if (digit.test(after.charAt(0))) return undefined
  if (letterOrDigit.test(after.charAt(0)) && !ending.test(after)) return undefined
  if (!hasTerm.test(tex) || words.test(tex)) return undefined
  return { tex, end: end + 1, display: false }
}

/** The next `$` that no backslash escapes; -1 when there is none near or it is doubled. */
function closingDollar(source: string, from: number): number {
  const limit = Math.min(source.length, from + mostDollarInline)
  for (let at = from; at < limit; at += 1) {
    const char = source.charAt(at)
    if (char === '\\') at += 1
    else if (char === '$') return source.charAt(at + 1) === '$' ? -1 : at
  }
  return -1
}
