import { isJsonObject, readJson } from '../../../../contract/json.ts'
import { decodeSetup } from '../codec.ts'
import { readSetup, type SetupReading } from '../setup.ts'
import { SHARED_PREFIX } from '../shared-fragment.ts'
import { readCurlCommand } from './curl-command.ts'
import { setupFromBody, setupFromRequest } from './setup-from-request.ts'

/**
 * Whatever a person pastes as a setup: a link, a file of this playground, the JSON body of a request,
 * or a curl command. Keys and addresses in it are not taken over.
 */
export function setupFromText(text: string): SetupReading {
  const trimmed = text.trim()
  const fragment = /#c=\S*$/.exec(trimmed)?.[0]
  if (fragment !== undefined && !trimmed.includes('\n')) return decodeSetup(fragment)
  if (trimmed.startsWith(SHARED_PREFIX)) return decodeSetup(trimmed)
  if (/^(?:[#$][^\n]*\n\s*)*(?:\$\s+)?curl\s/.test(trimmed)) return fromCurl(trimmed)
  const value = readJson(trimmed)
  if (isJsonObject(value)) {
    const reading = 'area' in value ? readSetup(value) : setupFromBody(value)
    return reading.ok ? reading : { ok: false, message: `${reading.message} ${EXPECTED}` }
  }
  return { ok: false, message: `${kindOf(trimmed)} ${EXPECTED}` }
}

const EXPECTED =
  'What can be imported is a curl command, the JSON body of a request, a HAR or an exchange that was saved, and a link or a file of this playground.'

/** What a text is that is no setup, in a sentence. */
function kindOf(text: string): string {
  if (text === '') return 'It is empty.'
  if (/^https?:\/\/\S+$/i.test(text)) return 'It is an address without a setup in it.'
  if (text.startsWith('<')) return 'It is HTML or XML.'
  if (!/^[[{]/.test(text)) return 'It is text that is neither JSON nor a command.'
  return readJson(text) === undefined
    ? 'It begins like JSON but is not complete, or not valid.'
    : 'It is a list of JSON values, not one request.'
}

function fromCurl(text: string): SetupReading {
  const command = readCurlCommand(text)
  if (command === undefined)
    return {
      ok: false,
      message:
        'It is not a complete curl command: a quote may be left open, or the address missing.',
    }
  const { hasCredentials, headerNames, more, ...request } = command
  const reading = setupFromRequest({
    ...request,
    headerNames: hasCredentials ? [...headerNames, 'authorization'] : headerNames,
  })
  if (!reading.ok || !more) return reading
  const notes = ['Only the first request of the command was read.']
  return { ...reading, leftOut: [...notes, ...reading.leftOut] }
}
