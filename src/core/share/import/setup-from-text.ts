import { isJsonObject, type JsonValue, readJson } from '../../../../contract/json.ts'
import { isBoardFile, readBoardFile } from '../../evaluate/export/board-file.ts'
import { decodeSetup } from '../codec.ts'
import type { CommandRequest } from '../command/curl-command.ts'
import { withoutFence } from '../command/find-command.ts'
import { linesAround, readCommand } from '../command/read-command.ts'
import { readSetup, type SetupReading } from '../setup.ts'
import { SHARED_PREFIX } from '../shared-fragment.ts'
import { type LeftOut, leftOutNames } from './import-report.ts'
import { setupFromBody, setupFromRequest } from './setup-from-request.ts'

/**
 * Whatever a person pastes as a setup: a link, a file of this playground, the JSON body of a request,
 * or a command of curl or PowerShell. Keys and base URLs in it are not imported.
 */
export function setupFromText(text: string): SetupReading {
  const trimmed = text.trim()
  const fragment = linkFragment(trimmed)
  if (fragment !== undefined) return decodeSetup(fragment)
  const inner = withoutFence(trimmed)
  const json = readJsonText(inner.text.trim())
  const around = linesAround(inner.around)
  const leftOut = [...(json?.leftOut ?? []), ...around]
  const value = json?.value
  if (isJsonObject(value)) {
    if (isBoardFile(value)) {
      const file = readBoardFile(JSON.stringify(value))
      return file.ok
        ? {
            ok: true,
            setup: { area: 'evaluate', ...file.board },
            leftOut: [...leftOut, ...file.leftOut],
          }
        : file
    }
    const reading = 'area' in value ? readSetup(value) : setupFromBody(value)
    if (reading.ok) return withReport(reading, leftOut)
    return { ok: false, message: `${reading.message} ${EXPECTED}` }
  }
  const command = readCommand(inner.text)
  if (command === undefined) return { ok: false, message: `${kindOf(trimmed)} ${EXPECTED}` }
  if (!command.ok) return command
  return withReport(fromCommand(command.request), around)
}

/** The fragment of a link of a playground that a text is; undefined for any other text. */
export function linkFragment(text: string): string | undefined {
  const at = text.startsWith(SHARED_PREFIX) ? 0 : text.indexOf('#c=')
  return at >= 0 && !/\s/.test(text) ? text.slice(at) : undefined
}

function withReport(reading: SetupReading, leftOut: readonly LeftOut[]): SetupReading {
  return reading.ok ? { ...reading, leftOut: [...reading.leftOut, ...leftOut] } : reading
}

const EXPECTED = 'Paste a curl command, JSON body, HAR, saved request or playground link.'

function kindOf(text: string): string {
  if (text === '') return 'It is empty.'
  if (/^https?:\/\/\S+$/i.test(text)) return 'This URL contains no configuration.'
  if (text.startsWith('<')) return 'It is HTML or XML.'
  if (!/^[[{]/.test(text)) return 'This is neither JSON nor a command.'
  return readJson(text) === undefined
    ? 'This JSON is incomplete or invalid.'
    : 'This is a JSON array, not a single request.'
}

function fromCommand({
  hasCredentials,
  leftOut,
  unknown,
  ...request
}: CommandRequest): SetupReading {
  const reading = setupFromRequest({
    ...request,
    headers: hasCredentials ? [...request.headers, ['Authorization', '']] : request.headers,
  })
  if (!reading.ok) return reading
  // The base URL isn't imported, so nobody misses it. Files leave slots, or are named for themselves.
  const isElsewhere = (value: string) =>
    request.url.startsWith(value) ||
    (value.startsWith('$(base64') && reading.setup.area !== 'explore')
  const missing = [...new Set(unknown)].filter((value) => !isElsewhere(value))
  return withReport(reading, [
    ...leftOutNames(
      'value',
      missing,
      `${missing.length === 1 ? "it isn't" : "they aren't"} part of the command`,
    ),
    ...leftOut,
  ])
}

/**
 * Reads JSON as people paste it: with a byte order mark, comments, commas before a closing bracket, and
 * other text behind it. Undefined where no JSON can be read.
 */
function readJsonText(text: string): { value: JsonValue; leftOut: readonly LeftOut[] } | undefined {
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
