import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import { decodeSetup } from '../codec.ts'
import { readSetup, type SetupReading } from '../setup.ts'
import { SHARED_PREFIX } from '../shared-fragment.ts'
import { readCurlCommand } from './curl-command.ts'
import { withEmptySlots } from './empty-slots.ts'

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
  const value = parse(trimmed)
  if (!isJsonObject(value))
    return {
      ok: false,
      message: 'It is not a link, not a curl command and not a JSON body, so nothing was read.',
    }
  return 'area' in value ? readSetup(value) : fromBody(value, undefined)
}

function fromCurl(text: string): SetupReading {
  const command = readCurlCommand(text)
  if (command === undefined)
    return { ok: false, message: 'It is not a complete curl command: a quote may be left open.' }
  const { method, url, body, form, headerNames } = command
  const path = apiPath(url)
  if (path === undefined) return { ok: false, message: `It has an address that is none: ${url}.` }
  if (form)
    return {
      ok: false,
      message: 'It sends a form with files, which stay on your device: choose them here instead.',
    }
  const value = body === undefined ? undefined : parse(body)
  const reading =
    isJsonObject(value) && /\/(?:chat\/completions|image\/edit)$/.test(path)
      ? fromBody(value, path)
      : readSetup({ area: 'explore', method, path, ...(body === undefined ? {} : { body }) })
  if (!reading.ok) return reading
  const secret = headerNames.some((name) => /authorization|sign-in|payment|cookie|key/.test(name))
  return {
    ...reading,
    leftOut: [
      ...(secret
        ? ['The credentials in the command were not taken over; this connection’s are used.']
        : []),
      ...reading.leftOut,
    ],
  }
}

/** A body tells by its members what it is for. */
function fromBody(body: JsonObject, path: string | undefined): SetupReading {
  const { model, messages, ...settings } = body
  const isEdit =
    path === undefined ? 'prompt' in body && !('messages' in body) : path.endsWith('/image/edit')
  if (isEdit) {
    const { image: _, ...fields } = body
    return readSetup({ area: 'image', fields })
  }
  if (!Array.isArray(messages))
    return {
      ok: false,
      message:
        'It is JSON, but neither the body of a chat (messages) nor of an image edit (prompt).',
    }
  const { messages: kept, attachments } = withEmptySlots(messages)
  return readSetup({
    area: 'chat',
    model: typeof model === 'string' && model !== '' ? model : 'default',
    settings,
    messages: kept,
    attachments,
  })
}

/** The part of an address below the version segment, which is where this connection's begins too. */
function apiPath(address: string): string | undefined {
  const url = /^https?:\/\//i.test(address) ? address : `http://${address}`
  if (!URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  return (pathname.replace(/^(?:\/api)?\/v\d+(?=\/)/, '') || '/') + search
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
