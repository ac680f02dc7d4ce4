/** The most characters of one value or text that are drawn; more of it is saved as a file. */
export const MAX_DRAWN_CHARACTERS = 200_000

/** Levels that are indented: indenting every level of a deep text would take the square of its length. */
const INDENTED_LEVELS = 50

/**
 * A JSON text with two spaces per level, its tokens as they came: the first `limit` characters of it.
 * Any depth and length will do. What is nested deeper than 50 levels stays on its line.
 */
export function formatJson(json: string, limit: number = MAX_DRAWN_CHARACTERS): string {
  let text = ''
  let depth = 0
  let at = 0
  const newLine = () => (depth > INDENTED_LEVELS ? '' : `\n${'  '.repeat(depth)}`)
  while (at < json.length && text.length < limit) {
    const char = json.charAt(at)
    at += 1
    if (char === '"') {
      const end = stringEnd(json, at)
      text += json.slice(at - 1, end)
      at = end
    } else if (char === '{' || char === '[') {
      const next = skipSpace(json, at)
      if (json[next] === (char === '{' ? '}' : ']')) {
        text += char + json.charAt(next)
        at = next + 1
      } else {
        depth += 1
        text += char + newLine()
      }
    } else if (char === '}' || char === ']') {
      const line = newLine()
      depth = Math.max(0, depth - 1)
      text += (line === '' ? '' : newLine()) + char
    } else if (char === ',') text += char + newLine()
    else if (char === ':') text += ': '
    else if (!isSpace(char)) text += char
  }
  return text.slice(0, limit)
}

/** A value as the JSON that people copy: indented, or on one line where that is far shorter. */
export function jsonToCopy(value: unknown): string {
  const json = JSON.stringify(value)
  const most = 1000 + 4 * json.length
  const indented = formatJson(json, most)
  return indented.length < most ? indented : json
}

/** The index behind the quote that ends a string whose content begins at `from`. */
function stringEnd(json: string, from: number): number {
  let at = from
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (isSpace(json.charAt(at))) at += 1
  return at
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r'
}
