import { isJsonObject, readJson } from '../../../../contract/json.ts'
import { isBoardFile, readBoardFile } from '../../evaluate/export/board-file.ts'
import { decodeSetup } from '../codec.ts'
import { readSetup, type SetupReading } from '../setup.ts'
import { SHARED_PREFIX } from '../shared-fragment.ts'
import { readCurlCommand } from './curl-command.ts'
import { setupFromBody, setupFromRequest } from './setup-from-request.ts'

/**
 * Whatever a person pastes as a setup: a link, a file of this playground, the JSON body of a request,
 * or a curl command. Keys and base URLs in it are not imported.
 */
export function setupFromText(text: string): SetupReading {
  const trimmed = text.trim()
  const fragment = /#c=\S*$/.exec(trimmed)?.[0]
  if (fragment !== undefined && !trimmed.includes('\n')) return decodeSetup(fragment)
  if (trimmed.startsWith(SHARED_PREFIX)) return decodeSetup(trimmed)
  if (/^(?:[#$][^\n]*\n\s*)*(?:\$\s+)?curl\s/.test(trimmed)) return fromCurl(trimmed)
  const value = readJson(trimmed)
  if (isJsonObject(value)) {
    if (isBoardFile(value)) {
      const file = readBoardFile(trimmed)
      return file.ok ? { ok: true, setup: { area: 'evaluate', ...file.board }, leftOut: [] } : file
    }
    const reading = 'area' in value ? readSetup(value) : setupFromBody(value)
    return reading.ok ? reading : { ok: false, message: `${reading.message} ${EXPECTED}` }
  }
  return { ok: false, message: `${kindOf(trimmed)} ${EXPECTED}` }
}

const EXPECTED = 'Paste a curl command, JSON body, HAR, saved request or playground link.'

/** What a text is that is no setup, in a sentence. */
function kindOf(text: string): string {
  if (text === '') return 'It is empty.'
  if (/^https?:\/\/\S+$/i.test(text)) return 'This URL contains no configuration.'
  if (text.startsWith('<')) return 'It is HTML or XML.'
  if (!/^[[{]/.test(text)) return 'This is neither JSON nor a command.'
  return readJson(text) === undefined
    ? 'This JSON is incomplete or invalid.'
    : 'This is a JSON array, not a single request.'
}

function fromCurl(text: string): SetupReading {
  const command = readCurlCommand(text)
  if (command === undefined)
    return {
      ok: false,
      message: 'Incomplete curl command: is a quote unclosed, or the URL missing?',
    }
  const { hasCredentials, headers, more, ...request } = command
  const reading = setupFromRequest({
    ...request,
    headers: hasCredentials ? [...headers, ['Authorization', '']] : headers,
  })
  if (!reading.ok || !more) return reading
  const notes = ['Only the first request of the command was read.']
  return { ...reading, leftOut: [...notes, ...reading.leftOut] }
}
