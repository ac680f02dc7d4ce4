import type { JsonValue } from '../../../../contract/json.ts'
import { MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, MAX_TITLE_CHARS } from '../limits.ts'

/**
 * Characters that nobody sees: controls, directions of writing, tags. A model reads them all the same, so
 * they hide instructions from the person. Emoji need the joiner.
 */
const HIDDEN = /(?!\n|\t|\u200d)[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')

/** Whether a text has characters that nobody sees. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text)
}

/** A text of a server without what nobody sees; undefined where there is none. */
export function readText(
  value: JsonValue | undefined,
  maxChars = MAX_DESCRIPTION_CHARS,
): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 2 * maxChars)
    .replaceAll('\r\n', '\n')
    .replace(ALL_HIDDEN, '')
  return text.trim() === '' ? undefined : text.slice(0, maxChars)
}

/** A text of one line, such as a title. */
export function readLine(
  value: JsonValue | undefined,
  maxChars = MAX_TITLE_CHARS,
): string | undefined {
  return readText(value, maxChars)?.replace(/\s+/g, ' ').trim()
}

/** A name that is sent back to the server, so it is taken whole or not at all. */
export function readName(
  value: JsonValue | undefined,
  maxChars = MAX_NAME_CHARS,
): string | undefined {
  const isName =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maxChars &&
    value.trim() === value &&
    !hasHidden(value) &&
    !/[\n\t]/.test(value)
  return isName ? value : undefined
}
