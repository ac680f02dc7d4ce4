import { readJson, type JsonValue } from '../../../../contract/json.ts'
import { linesAround } from './command/read-command.ts'
import type { LeftOut } from './import-report.ts'

/**
 * Reads JSON as people paste it: with a byte order mark, comments, commas before a closing bracket, and
 * other text behind it. Undefined where no JSON can be read.
 */
export function readJsonText(
  text: string,
): { value: JsonValue; leftOut: readonly LeftOut[] } | undefined {
  const exact = readJson(text)
  if (exact !== undefined) return { value: exact, leftOut: [] }
  const { json, comments, rest } = withoutComments(text)
  const value = readJson(json)
  if (value === undefined) return undefined
  const lines = rest.split('\n').filter((line) => /[^\s;,)]/.test(line)).length
  const what = comments === 1 ? 'comment' : 'comments'
  return {
    value,
    leftOut: [
      ...(comments === 0 ? [] : [{ count: comments, what, why: 'JSON has none' }]),
      ...linesAround(lines),
    ],
  }
}

/** The first object or array of a text without comments and needless commas, and what is behind it. */
function withoutComments(text: string): { json: string; comments: number; rest: string } {
  const token =
    /"(?:[^"\\]|\\[^])*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[[{]|[\]}]|,|\s+|[^"/[{\]},\s]+|[^]/y
  let json = ''
  let comments = 0
  let depth = 0
  let comma = ''
  while (token.lastIndex < text.length) {
    const part = token.exec(text)?.[0] ?? ''
    if (part.startsWith('//') || part.startsWith('/*')) comments += 1
    else if (part === ',') {
      json += comma
      comma = part
    } else if (/^\s/.test(part)) json += depth > 0 ? part : ''
    else {
      if (part === '[' || part === '{') depth += 1
      if (part === ']' || part === '}') depth -= 1
      else json += comma
      json += part
      comma = ''
      if (depth <= 0) break
    }
  }
  return { json, comments, rest: text.slice(token.lastIndex) }
}
