import { pathBelowVersion } from '../../../../contract/api-path.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { isJsonObject, readJson, type JsonObject } from '../../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { customHeaders } from '../../client/custom-headers.ts'
import { readSetup, type ExploreSetup, type SetupReading } from '../setup.ts'
import { withEmptySlots } from './empty-slots.ts'

/** A request as another program wrote it down. */
export interface ImportedRequest {
  method: string
  url: string
  headers: HeaderList
  body?: string
  /** The texts of a form by their names. */
  form?: Readonly<Record<string, string>>
  /** Files of the device that it sent. */
  files: readonly string[]
}

/** Headers that the page writes itself, or that say nothing about the request. */
const ORDINARY =
  /^(?:accept|accept-.*|content-type|content-length|host|user-agent|connection|origin|referer|cache-control|pragma|priority|dnt|te|sec-.*|:.*|)$/
const SECRET = /authorization|sign-in|payment|cookie|key|token|secret/

/**
 * A request as a setup of the area that it belongs to. Its base URL, files and credentials are left
 * out; headers that may be sent come apart from the setup, so that no link can carry them.
 */
export function setupFromRequest(request: ImportedRequest): SetupReading {
  const { method, url, body, form, files } = request
  const path = pathBelowVersion(url)
  if (path === undefined) return { ok: false, message: `Invalid URL: ${url}.` }
  const value = body === undefined ? form : readJson(body)
  const isKnown = isJsonObject(value) && /\/(?:chat\/completions|image\/edit)$/.test(path)
  const reading = isKnown
    ? setupFromBody(value, path)
    : readSetup({
        area: 'explore',
        method,
        path,
        ...(form === undefined
          ? body !== undefined && { body }
          : { form: true, body: JSON.stringify(form, null, 2) }),
      })
  if (!reading.ok) return reading
  const sent = customHeaders(request.headers, NEUTRAL_PROVIDER_NAME)
  const isSent = reading.setup.area !== 'image'
  const notes = [
    ...headerNotes(request.headers, isSent ? sent : []),
    ...files.map((name) => `The file ${name} was left out. Choose it again here.`),
    ...(body !== undefined && body !== '' && value === undefined
      ? ['The body is not JSON. Make it JSON before you send it.']
      : []),
  ]
  return {
    ...reading,
    ...(sent.length > 0 && { headers: sent }),
    leftOut: [...notes, ...reading.leftOut],
  }
}

function headerNotes(given: HeaderList, sent: HeaderList): string[] {
  const left = given.filter(
    (header) => !ORDINARY.test(header[0].toLowerCase()) && !sent.includes(header),
  )
  const isSecret = ([name]: HeaderList[number]) => SECRET.test(name.toLowerCase())
  const names = new Set(left.filter((header) => !isSecret(header)).map(([name]) => name))
  return [
    ...(left.some(isSecret) ? ["Credentials were not imported. This connection's are used."] : []),
    ...[...names].map((name) => `The header ${name} was left out: it can't be sent from here.`),
  ]
}

/**
 * The JSON body of a chat or an image edit as a setup; its members tell which. Where the contract
 * refuses some of it, `asItWas` is the same request unchanged, for Explore.
 */
export function setupFromBody(body: JsonObject, path?: string): SetupReading {
  const { model, messages, ...settings } = body
  const isEdit =
    path === undefined ? 'prompt' in body && !('messages' in body) : path.endsWith('/image/edit')
  if (isEdit) {
    const { image, ...fields } = body
    const reading = readSetup({ area: 'image', fields })
    const isHere = image === undefined
    return withOriginal(
      reading.ok && !isHere
        ? { ...reading, leftOut: ['The image was left out: choose it here.', ...reading.leftOut] }
        : reading,
      body,
      path ?? '/image/edit',
    )
  }
  if (!Array.isArray(messages))
    return {
      ok: false,
      message: 'This JSON has neither messages (chat) nor a prompt (image edit).',
    }
  const { messages: kept, attachments } = withEmptySlots(messages)
  const reading = readSetup({
    area: 'chat',
    model: typeof model === 'string' && model !== '' ? model : 'default',
    settings,
    messages: kept,
    attachments,
  })
  return withOriginal(reading, body, path ?? '/chat/completions')
}

/** What was left out can still be sent as it was: Explore sends any JSON. */
function withOriginal(reading: SetupReading, body: JsonObject, path: string): SetupReading {
  if (!reading.ok || reading.leftOut.length === 0) return reading
  const asItWas: ExploreSetup = {
    area: 'explore',
    method: 'POST',
    path,
    body: JSON.stringify(body, null, 2),
  }
  return { ...reading, asItWas }
}
