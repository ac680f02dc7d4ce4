import {
  filePartSchema,
  imagePartSchema,
  videoPartSchema,
} from '../../../../contract/chat/messages.ts'
import { validate } from '../../../../contract/validation.ts'
import { contentPart } from '../content-parts/content-part.ts'
import type { FileAttachment, ImageAttachment, VideoAttachment } from './attachment.ts'

/** What can be attached by URL: audio can't (contract, "Content parts"). */
export type UrlKind = 'image' | 'video' | 'file'

type UrlAttachment =
  | Omit<ImageAttachment, 'id'>
  | Omit<VideoAttachment, 'id'>
  | Omit<FileAttachment, 'id'>

/** An attachment by URL, which the API fetches. */
export function urlAttachment(url: string, kind: UrlKind): UrlAttachment {
  const base = { name: nameOf(url), cached: false, source: { url } }
  switch (kind) {
    case 'image':
    case 'video':
      return { ...base, kind }
    case 'file':
      return { ...base, kind, mediaType: '', label: 'file' }
  }
}

const SCHEMAS = { image: imagePartSchema, video: videoPartSchema, file: filePartSchema }

/** What is wrong with a URL, in one sentence; undefined when it can be sent. */
export function urlError(url: string, kind: UrlKind): string | undefined {
  if (/^data:/i.test(url)) return 'This is a data URL. Attach it as a file instead.'
  const part = contentPart({ ...urlAttachment(url, kind), id: '' }, '')
  const result = validate(SCHEMAS[kind], part)
  return result.ok ? undefined : result.issues[0]?.message
}

const EXTENSIONS: Readonly<Record<Exclude<UrlKind, 'file'>, RegExp>> = {
  image: /\.(?:png|jpe?g|webp|gif|avif)$/i,
  video: /\.(?:mp4|mpe?g|mov|webm)$/i,
}

/** What a URL seems to lead to, by the end of its path. */
export function guessKind(url: string): UrlKind | undefined {
  const path = URL.parse(url)?.pathname ?? ''
  if (EXTENSIONS.image.test(path)) return 'image'
  if (EXTENSIONS.video.test(path)) return 'video'
  return /\.[a-z0-9]{2,5}$/i.test(path) ? 'file' : undefined
}

function nameOf(url: string): string {
  const { pathname = '', host = '' } = URL.parse(url) ?? {}
  const last = pathname.split('/').findLast((piece) => piece !== '')
  if (last === undefined) return host
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
