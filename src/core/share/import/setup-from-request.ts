import { pathBelowVersion } from '../../../../contract/api-path.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
} from '../../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { customHeaders } from '../../client/connection/extra-headers.ts'
import { type AttachmentSlot, type ExploreSetup, readSetup, type SetupReading } from '../setup.ts'
import { type LeftOut, leftOutNames } from './import-report.ts'

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
const SECRET_QUERY =
  /^(?:[\w.-]{0,60}[-_.])?(?:key|api[-_]?key|token|secret|sig|signature|password)=/i
const SECRET = /authorization|sign-in|payment|cookie|key|token|secret/

/**
 * A request as a setup of the area that it belongs to. Its base URL, files and credentials are left
 * out; headers that may be sent come apart from the setup, so that no link can carry them.
 */
export function setupFromRequest(request: ImportedRequest): SetupReading {
  const { method, body, form, files } = request
  const { url, hasSecrets } = withoutSecrets(request.url)
  const path = pathBelowVersion(url)
  if (path === undefined) return { ok: false, message: `Invalid URL: ${url}.` }
  const value = body === undefined ? form : readJson(body)
  const [route = ''] = path.split('?', 1)
  const isKnown = isJsonObject(value) && /\/(?:chat\/completions|image\/edit)$/.test(route)
  const reading = isKnown
    ? setupFromBody(value, route)
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
    ...headerNotes(request.headers, isSent ? sent : [], hasSecrets),
    ...leftOutNames('file', files, `choose ${files.length === 1 ? 'it' : 'them'} here`),
  ]
  return {
    ...reading,
    ...(sent.length > 0 && { headers: sent }),
    leftOut: [...notes, ...reading.leftOut],
  }
}

/** A URL without the values in its query that prove who pays, and without a user. */
function withoutSecrets(address: string): { url: string; hasSecrets: boolean } {
  const [base = ''] = address.split('?', 1)
  const query = address.slice(base.length + 1)
  const kept = query.split('&').filter((part) => !SECRET_QUERY.test(part))
  const bare = base.replace(/^(https?:\/\/)[^/@]*@/i, '$1')
  const url = kept.length === 0 || query === '' ? bare : `${bare}?${kept.join('&')}`
  return { url, hasSecrets: bare !== base || query !== kept.join('&') }
}

function headerNotes(given: HeaderList, sent: HeaderList, hasSecrets: boolean): LeftOut[] {
  const left = given.filter(
    (header) => !ORDINARY.test(header[0].toLowerCase()) && !sent.includes(header),
  )
  const isSecret = ([name]: HeaderList[number]) => SECRET.test(name.toLowerCase())
  const names = (isEmpty: boolean) => [
    ...new Set(
      left
        .filter((header) => !isSecret(header) && (header[1].trim() === '') === isEmpty)
        .map(([name]) => name),
    ),
  ]
  return [
    ...(hasSecrets || left.some(isSecret)
      ? [{ count: 1, what: 'credential', why: "this connection's is used" }]
      : []),
    ...leftOutNames('header', names(false), "it can't be sent from here"),
    ...leftOutNames('header', names(true), 'its value is missing'),
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
        ? {
            ...reading,
            leftOut: [{ count: 1, what: 'image', why: 'choose it here' }, ...reading.leftOut],
          }
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
  return { ...reading, asItWas: { setup: asItWas, refused: reading.leftOut } }
}

const KINDS = ['image_url', 'input_audio', 'video_url', 'file'] as const

/** Messages whose parts point to files that a command would have read: each becomes an empty slot. */
function withEmptySlots(messages: readonly JsonValue[]): {
  messages: JsonValue[]
  attachments: AttachmentSlot[]
} {
  const attachments: AttachmentSlot[] = []
  const kept = messages.map((message, index) => {
    if (!isJsonObject(message) || !Array.isArray(message['content'])) return message
    const content = message['content'].filter((part, at) => {
      const kind = emptyKind(part)
      if (kind === undefined) return true
      attachments.push({ message: index, part: at, kind, name: nameOf(part, kind) })
      return false
    })
    return { ...message, content }
  })
  return { messages: kept, attachments }
}

function emptyKind(part: JsonValue): AttachmentSlot['kind'] | undefined {
  if (!isJsonObject(part)) return undefined
  const kind = KINDS.find((candidate) => candidate === part['type'])
  if (kind === undefined) return undefined
  const inner = part[kind]
  if (!isJsonObject(inner)) return undefined
  const data = inner['url'] ?? inner['data'] ?? inner['file_data']
  return typeof data === 'string' && (data === '' || /^data:[^,]*,$/.test(data)) ? kind : undefined
}

function nameOf(part: JsonValue, kind: AttachmentSlot['kind']): string {
  const inner = isJsonObject(part) ? part[kind] : undefined
  const name = isJsonObject(inner) ? inner['filename'] : undefined
  return typeof name === 'string' && name !== '' ? name.slice(0, 200) : kind
}
