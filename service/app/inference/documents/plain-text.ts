import { textEncoding } from '../../../../contract/media/file-type.ts'
import {
  createTextGatherer,
  DocumentError,
  type DocumentSource,
  type DocumentText,
} from './document-reader.ts'

const LABELS: Readonly<Record<string, string>> = {
  md: 'Markdown',
  markdown: 'Markdown',
  csv: 'CSV',
  tsv: 'TSV',
  json: 'JSON',
  jsonl: 'JSON lines',
  xml: 'XML',
  html: 'HTML',
  htm: 'HTML',
  yaml: 'YAML',
  yml: 'YAML',
}

const SOURCE_CODE = new Set(
  'bash c cc cpp cs css cxx dart ex exs fs go gradle graphql h hpp hs ini ipynb java js jsx jl kt lua m mjs mm pl php proto ps1 py r rb rs sass scala scss sh sol sql svelte swift tf toml ts tsx vb vue zig'.split(
    ' ',
  ),
)

/**
 * Bytes that are text: UTF-8, or UTF-16 with its mark. The extension of its name only says what to call it.
 * @throws DocumentError for bytes that are not text
 */
export function plainText({ bytes, name }: DocumentSource): DocumentText {
  const extension = extensionOf(name)
  const gatherer = createTextGatherer()
  gatherer.add(decodeStrictly(bytes))
  return {
    label: LABELS[extension] ?? (SOURCE_CODE.has(extension) ? 'source code' : 'plain text'),
    text: gatherer.text(),
  }
}

function decodeStrictly(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder(textEncoding(bytes), { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Not text; said below.
  }
  throw new DocumentError(
    'Its type is not supported. Supported: PDF, EPUB, DOCX, PPTX, XLSX, XLS, text, CSV, JSON.',
  )
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}
