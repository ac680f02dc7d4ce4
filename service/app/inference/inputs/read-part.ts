import type {
  AudioPart,
  ContentPart,
  FilePart,
  ImagePart,
  VideoPart,
} from '../../../../contract/chat/content-parts.ts'
import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_CHAT_IMAGE_PIXELS,
  MIN_CHAT_IMAGE_SIDE_PX,
} from '../../../../contract/limits/sizes.ts'
import { audioFormatOf } from '../../../../contract/media/audio-format.ts'
import { readPictureHeader } from '../../../../contract/media/picture-header.ts'
import {
  pictureMediaType,
  pictureTypeName,
  type PictureType,
} from '../../../../contract/media/picture-type.ts'
import { videoFormatOf } from '../../../../contract/media/video-format.ts'
import { readWav } from '../../../../contract/media/wav.ts'
import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts'
import { readDataUrl, type DataUrl } from './data-url.ts'
import type { InputSources } from './input-sources.ts'
import type { PartFacts } from './inputs.ts'

/**
 * What a part is, or what is wrong with it: the member that is at fault, and the rest of a sentence
 * that begins with its path. Undefined for a part that is not measured.
 */
export type PartReading =
  | { ok: true; facts: PartFacts }
  | { ok: false; member: string[]; message: string }
  | undefined

/** Measures one part; an address is fetched, a file becomes text. */
export async function readPart(
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

/** Makes the refusals of one member of a part. */
function refuser(...member: string[]) {
  return (message: string) => ({ ok: false as const, member, message })
}

function tooLarge(bytes: Uint8Array): string {
  return `is ${(bytes.byteLength / 1_000_000).toFixed(1)} MB, but must be smaller than ${FILE_SIZE_LIMIT_BYTES / 1_000_000} MB.`
}
