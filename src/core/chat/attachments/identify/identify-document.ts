import { latin1 } from '../../../../../contract/media/bytes.ts'
import { isWebPage, textEncoding } from '../../../../../contract/media/text-encoding.ts'

/** A file that is sent as a document. `refusal` is the rest of a sentence that begins with its name. */
export interface IdentifiedDocument {
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
export function identifyDocument(head: Uint8Array, name: string): IdentifiedDocument {
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
