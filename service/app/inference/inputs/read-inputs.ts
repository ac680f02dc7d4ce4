import {
  type AudioPart,
  type ContentPart,
  type FilePart,
  type ImagePart,
  messageText,
  type VideoPart,
} from '../../../../contract/chat/messages.ts'
import {
  type ChatRequest,
  MAX_SCRAPED_URLS,
  webUrls,
} from '../../../../contract/chat/request/request.ts'
import { decodeBase64, encodeBase64 } from '../../../../contract/encoding/bytes.ts'
import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_CHAT_IMAGE_PIXELS,
  MIN_CHAT_IMAGE_SIDE_PX,
} from '../../../../contract/limits/sizes.ts'
import {
  audioFormatOf,
  pictureMediaType,
  type PictureType,
  pictureTypeName,
  videoFormatOf,
} from '../../../../contract/media/file-type.ts'
import { readPictureHeader } from '../../../../contract/media/picture-header.ts'
import { readWav } from '../../../../contract/media/wav.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { pathText, type ValidationIssue } from '../../../../contract/validation.ts'
import { validationError } from '../../http/http-error.ts'
import { droppedImages } from '../prepare/added-messages.ts'
import {
  type DataUrl,
  type InputSources,
  type OutboundClient,
  type OutboundResult,
  readDataUrl,
  scrapePages,
} from './input-sources.ts'
import { type Inputs, type PartFacts, partName } from './inputs.ts'

const AT_ONCE = 4

/** What the addresses of one request may hold together, bytes. */
const MAX_FETCHED_BYTES = 50_000_000

/**
 * Reads what a request refers to: measures its parts, fetches its addresses, turns its files into
 * text, and reads the pages named in the last user message when that is asked for.
 * @throws HttpError 400 with one issue for each part that is not what it must be
 */
export async function readInputs(
  { messages }: ChatRequest,
  model: Model,
  scrapes: boolean,
  sources: InputSources,
  request: Pick<Request, 'signal'>,
): Promise<Inputs> {
  const dropped = droppedImages(messages, model)
  const places = messages.flatMap(({ content }, message) =>
    Array.isArray(content)
      ? content.flatMap((part, index) =>
          dropped.has(partName(message, index)) ? [] : [{ message, index, part }],
        )
      : [],
  )
  const last = messages.findLast((message) => message.role === 'user')
  const addresses = scrapes && last ? webUrls(messageText(last)) : []
  if (places.length === 0 && addresses.length === 0)
    return { parts: new Map(), pages: [], unread: [] }
  // Not read before something has to wait: a server may make the signal only then.
  const { signal } = request
  const outbound = forOneRequest(sources.outbound, MAX_FETCHED_BYTES)
  const parts = new Map<string, PartFacts>()
  const issues: ValidationIssue[] = []
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const readings = places
      .slice(from, from + AT_ONCE)
      .map(async ({ message, index, part }) => ({
        name: partName(message, index),
        path: ['messages', message, 'content', index],
        reading: await readPart(part, { ...sources, outbound }, signal),
      }))
    for (const { name, path, reading } of await Promise.all(readings)) {
      if (reading?.ok === true) parts.set(name, reading.facts)
      if (reading?.ok === false) issues.push(issueOf(path, reading))
    }
    giveUp(signal)
    // What is wrong is wrong; nothing more is fetched for it.
    if (issues.length > 0) throw validationError(issues)
  }
  const results = await scrapePages(addresses.slice(0, MAX_SCRAPED_URLS), sources.outbound, signal)
  giveUp(signal)
  return {
    parts,
    pages: results.flatMap((result) => (result.ok ? [result.value] : [])),
    unread: results.flatMap((result) => (result.ok ? [] : [result])),
  }
}

/** The caller has gone, so the answer has no reader; what matters is that nothing more is done. */
function giveUp(signal: AbortSignal): void {
  if (signal.aborted) throw new Error('The request was aborted while its inputs were read.')
}

/** The same client for one request: an address is fetched once, and all together have a limit. */
function forOneRequest(client: OutboundClient, bytes: number): OutboundClient {
  const fetched = new Map<string, Promise<OutboundResult>>()
  let left = bytes
  const get: OutboundClient['get'] = async (address, options) => {
    if (left <= 0)
      return {
        ok: false,
        message: `The URLs of one request may have ${bytes / 1_000_000} MB in total.`,
      }
    const result = await client.get(address, options)
    if (result.ok) left -= result.value.bytes.byteLength
    return result
  }
  return {
    get: (address, options) => {
      const known = fetched.get(address) ?? get(address, options)
      fetched.set(address, known)
      return known
    },
  }
}

function issueOf(
  path: (string | number)[],
  { member, message }: Extract<PartReading, { ok: false }>,
): ValidationIssue {
  const whole = [...path, ...member]
  return { path: whole, code: 'custom', message: `${pathText(whole)} ${message}` }
}

/**
 * What a part is, or what is wrong with it: the member that is at fault, and the rest of a sentence
 * that begins with its path. Undefined for a part that is not measured.
 */
type PartReading =
  | { ok: true; facts: PartFacts }
  | { ok: false; member: string[]; message: string }
  | undefined

/** Measures one part; an address is fetched, a file becomes text. */
async function readPart(
  part: ContentPart,
  sources: InputSources,
  signal: AbortSignal,
): Promise<PartReading> {
  switch (part.type) {
    case 'text':
      return undefined
    case 'image_url':
      return readImage(part, sources, signal)
    case 'input_audio':
      return readAudio(part)
    case 'video_url':
      return readVideo(part)
    case 'file':
      return readFile(part, sources, signal)
  }
}

type Loaded = { ok: true; data: DataUrl; isFetched: boolean } | { ok: false; message: string }

/** The bytes of a data URL, or of an address; smaller than 25 MB either way. */
async function load(
  url: string,
  { outbound }: InputSources,
  options: { accept: string; mostRedirects?: number; signal: AbortSignal },
): Promise<Loaded> {
  const data = readDataUrl(url)
  if (data === undefined) {
    const fetched = await outbound.get(url, options)
    return fetched.ok
      ? { ok: true, data: fetched.value, isFetched: true }
      : { ok: false, message: `can't be fetched. ${fetched.message}` }
  }
  return data.bytes.byteLength < FILE_SIZE_LIMIT_BYTES
    ? { ok: true, data, isFetched: false }
    : { ok: false, message: tooLarge(data.bytes) }
}

/** The pictures that are measured; others are refused. The real service takes HEIF and no GIF. */
const READ_TYPES: ReadonlySet<PictureType> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif'])

async function readImage(
  { image_url: { url } }: ImagePart,
  sources: InputSources,
  signal: AbortSignal,
): Promise<PartReading> {
  const refuse = refuser('image_url', 'url')
  const like = sources.likeProvider === true
  const options = { accept: 'image/*', signal, ...(like && { mostRedirects: 0 }) }
  const loaded = await load(url, sources, options)
  if (!loaded.ok) return refuse(loaded.message)
  const { bytes } = loaded.data
  const { type, size } = readPictureHeader(bytes) ?? {}
  if (like && type === 'gif')
    return refuse('is a GIF image, but must be PNG, JPEG, WebP, HEIF or AVIF.')
  const isRead = type !== undefined && (READ_TYPES.has(type) || (like && type === 'heic'))
  if (!isRead || size === undefined)
    return refuse('is not a PNG, JPEG, GIF, WebP or AVIF image, or its header is damaged.')
  const { width, height } = size
  if (Math.min(width, height) < MIN_CHAT_IMAGE_SIDE_PX)
    return refuse(
      `is an image of ${width} × ${height} px; both sides must be at least ${MIN_CHAT_IMAGE_SIDE_PX} px.`,
    )
  if (width * height > MAX_CHAT_IMAGE_PIXELS)
    return refuse(
      `is an image of ${width} × ${height} px, but may have at most ${MAX_CHAT_IMAGE_PIXELS.toLocaleString('en-US')} pixels in total.`,
    )
  return {
    ok: true,
    facts: {
      kind: 'image',
      size: { format: pictureTypeName(type), ...size },
      bytes: bytes.byteLength,
      ...(loaded.isFetched
        ? { dataUrl: `data:${pictureMediaType(type)};base64,${encodeBase64(bytes)}` }
        : {}),
    },
  }
}

function readAudio({ input_audio: { data, format = 'wav' } }: AudioPart): PartReading {
  const bytes = decodeBase64(data)
  const refuse = refuser('input_audio', 'data')
  if (bytes.byteLength >= FILE_SIZE_LIMIT_BYTES) return refuse(tooLarge(bytes))
  const found = audioFormatOf(bytes)
  const isRaw = format === 'pcm16' || format === 'pcm24'
  if (!isRaw && found !== undefined && found !== format)
    return refuse(`begins like ${found}, but input_audio.format is ${format}.`)
  return {
    ok: true,
    facts: { kind: 'audio', bytes: bytes.byteLength, seconds: readWav(bytes)?.seconds },
  }
}

/** A video at an address stays there: only the model's provider may know how to play it. */
function readVideo({ video_url: { url } }: VideoPart): PartReading {
  const data = readDataUrl(url)
  if (data === undefined) return undefined
  const { bytes, mediaType } = data
  const refuse = refuser('video_url', 'url')
  if (bytes.byteLength >= FILE_SIZE_LIMIT_BYTES) return refuse(tooLarge(bytes))
  const format = videoFormatOf(bytes) ?? MEDIA_TYPES[mediaType]
  if (format === undefined)
    return refuse(`is of type ${mediaType.slice(0, 40)}; a video must be mp4, mpeg, mov or webm.`)
  return { ok: true, facts: { kind: 'video', format, bytes: bytes.byteLength } }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/mpeg': 'mpeg',
  'video/mov': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

async function readFile(
  { file: { file_data, filename } }: FilePart,
  sources: InputSources,
  signal: AbortSignal,
): Promise<PartReading> {
  const refuse = refuser('file', 'file_data')
  const loaded = await load(file_data, sources, { accept: '*/*', signal })
  if (!loaded.ok) return refuse(loaded.message)
  const { bytes } = loaded.data
  const name = filename ?? (loaded.isFetched ? new URL(file_data).pathname : '')
  const document = await sources.readDocument({ bytes, name })
  if (!document.ok) return refuse(`can't be read. ${document.message}`)
  return { ok: true, facts: { kind: 'file', bytes: bytes.byteLength, document: document.value } }
}

function refuser(...member: string[]) {
  return (message: string) => ({ ok: false as const, member, message })
}

function tooLarge(bytes: Uint8Array): string {
  return `is ${(bytes.byteLength / 1_000_000).toFixed(1)} MB, but must be smaller than ${FILE_SIZE_LIMIT_BYTES / 1_000_000} MB.`
}
