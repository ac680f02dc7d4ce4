import {
  type AudioFormat,
  audioFormatOf,
  isWebPage,
  latin1,
  pictureTypeOf,
  textEncoding,
  type VideoFormat,
  videoFormatOf,
} from '../../../../contract/media/file-type.ts'
import type { MediaKind } from './attachment.ts'

/** Bytes of the start of a file that are enough to tell what it is. */
export const SNIFFED_BYTES = 64 * 1024

/** What a file is by its first bytes. Without `format`: a type that cannot be sent, named by `label`. */
export type IdentifiedFile =
  | { kind: 'image' }
  | { kind: 'audio'; format?: AudioFormat; label: string }
  | { kind: 'video'; format?: VideoFormat; label: string }
  | IdentifiedDocument

interface Named {
  name: string
  /** As the browser says it, from the name: only asked where bytes allow two readings. */
  mediaType: string
  /** What the person said it is. */
  wanted?: MediaKind | undefined
}

/**
 * Tells what a file is. Its bytes decide; name, media type and what was asked for only settle what
 * they leave open: the same container has audio alone or a video.
 */
export function identifyFile(head: Uint8Array, named: Named): IdentifiedFile {
  if (pictureTypeOf(head) !== undefined) return { kind: 'image' }
  const meantAsAudio =
    named.wanted === 'audio' || (named.wanted !== 'video' && named.mediaType.startsWith('audio/'))
  const container = videoFormatOf(head)
  if (container === 'webm')
    return meantAsAudio
      ? { kind: 'audio', label: 'WebM' }
      : { kind: 'video', format: 'webm', label: 'WebM' }
  if (container === 'mp4')
    return meantAsAudio || /^M4[AB]/.test(latin1(head, 8, 12))
      ? { kind: 'audio', format: 'm4a', label: 'M4A' }
      : { kind: 'video', format: 'mp4', label: 'MP4' }
  if (container !== undefined)
    return { kind: 'video', format: container, label: container === 'mov' ? 'MOV' : 'MPEG' }
  const audio = audioFormatOf(head)
  if (audio !== undefined) return { kind: 'audio', format: audio, label: audio.toUpperCase() }
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'AVI ')
    return { kind: 'video', label: 'AVI' }
  if (isRawAudio(named)) return { kind: 'audio', label: 'audio without a header' }
  return identifyDocument(head, named.name)
}

/** Raw samples begin like nothing, so only the name or the person can say that they are sound. */
function isRawAudio({ name, wanted }: Named): boolean {
  return /\.(?:pcm|raw|s16le|s24le)$/i.test(name) && wanted !== 'file'
}

/** A file that is sent as a document. `refusal` is the rest of a sentence that begins with its name. */
interface IdentifiedDocument {
  kind: 'file'
  label: string
  mediaType: string
  refusal?: string
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** The entries of an archive decide which document it is; its name where they are further on. */
const PACKAGES: readonly { extension: string; holds: string; label: string; mediaType: string }[] =
  [
    {
      extension: 'docx',
      holds: 'word/',
      label: 'DOCX',
      mediaType: `${OFFICE}wordprocessingml.document`,
    },
    { extension: 'xlsx', holds: 'xl/', label: 'XLSX', mediaType: `${OFFICE}spreadsheetml.sheet` },
    {
      extension: 'pptx',
      holds: 'ppt/',
      label: 'PPTX',
      mediaType: `${OFFICE}presentationml.presentation`,
    },
    {
      extension: 'epub',
      holds: 'META-INF/container.xml',
      label: 'EPUB',
      mediaType: 'application/epub+zip',
    },
  ]

const TEXTS: Readonly<Record<string, [label: string, mediaType: string]>> = {
  md: ['Markdown', 'text/markdown'],
  markdown: ['Markdown', 'text/markdown'],
  csv: ['CSV', 'text/csv'],
  tsv: ['TSV', 'text/tab-separated-values'],
  json: ['JSON', 'application/json'],
  svg: ['SVG source', 'text/plain'],
  htm: ['HTML source', 'text/plain'],
  html: ['HTML source', 'text/plain'],
}

/** What a file that is neither picture, sound nor film is, as the service reads documents. */
function identifyDocument(head: Uint8Array, name: string): IdentifiedDocument {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const start = [...head.subarray(0, 1024)].map((byte) => String.fromCharCode(byte)).join('')
  if (head.byteLength === 0) return binary('empty', 'is empty')
  if (start.includes('%PDF-')) return { kind: 'file', label: 'PDF', mediaType: 'application/pdf' }
  if (start.startsWith('PK\u0003\u0004')) return packageOf(head, extension)
  if (start.startsWith('\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1'))
    return extension === 'doc' || extension === 'ppt'
      ? binary('old Office', 'is an old Office document: only XLS is supported')
      : { kind: 'file', label: 'XLS', mediaType: 'application/vnd.ms-excel' }
  if (!isText(head))
    return binary(
      'binary',
      "isn't supported. Use PDF, EPUB, DOCX, PPTX, XLSX, XLS, text or source code",
    )
  // A page that came in the place of a file has the name of that file.
  const known = TEXTS[isWebPage(start) ? 'html' : extension]
  const [label, mediaType] = known ?? ['text', 'text/plain']
  return { kind: 'file', label, mediaType }
}

function packageOf(head: Uint8Array, extension: string): IdentifiedDocument {
  let names = ''
  for (let at = 0; at < head.byteLength; at += 0x4000) names += latin1(head, at, at + 0x4000)
  const found =
    PACKAGES.find(({ holds }) => names.includes(holds)) ??
    PACKAGES.find((candidate) => candidate.extension === extension)
  if (found === undefined)
    return binary('archive', 'is an unsupported archive. Use DOCX, XLSX, PPTX or EPUB')
  return { kind: 'file', label: found.label, mediaType: found.mediaType }
}

function binary(label: string, refusal: string): IdentifiedDocument {
  return { kind: 'file', label, mediaType: 'application/octet-stream', refusal }
}

/** UTF-8, or UTF-16 with its mark, and without NUL. */
function isText(head: Uint8Array): boolean {
  try {
    // The last character may be cut in two; `stream` waits for its rest.
    return !new TextDecoder(textEncoding(head), { fatal: true })
      .decode(head, { stream: true })
      .includes('\0')
  } catch {
    return false
  }
}
