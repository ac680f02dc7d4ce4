import { type CellObject, read, type WorkBook } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import mammoth from 'mammoth'

import { textEncoding } from '../../../../contract/media/file-type.ts'
import {
  createTextGatherer,
  DEEPEST_ELEMENT,
  DocumentError,
  type DocumentText,
  MAX_TAGS,
  MAX_WORD_TAGS,
} from '../../../app/inference/documents/document-reader.ts'
import {
  attributeOf,
  htmlText,
  tidyLines,
  walkMarkup,
} from '../../../app/inference/documents/markup.ts'
import type { Archive } from './archive.ts'

const CONTAINER = 'META-INF/container.xml'

/** The text of an EPUB, chapter by chapter in reading order. */
export function bookText(archive: Archive): DocumentText {
  const packagePart = packageOf(decode(archive.read(CONTAINER)))
  if (!archive.has(packagePart)) throw new DocumentError('Its list of chapters is missing.')
  const chapters = spineOf(decode(archive.read(packagePart)), packagePart).filter((name) =>
    archive.has(name),
  )
  const gatherer = createTextGatherer()
  for (const chapter of chapters)
    gatherer.add(`${htmlText(decode(archive.read(chapter))).text}\n\n`)
  return {
    label: 'EPUB',
    text: gatherer.text().trim(),
    parts: { unit: 'chapter', count: chapters.length },
  }
}

function packageOf(container: string): string {
  let found = ''
  walkMarkup(container, {
    open: (name, attributes) => {
      if (name === 'rootfile' && found === '') found = attributeOf(attributes, 'full-path') ?? ''
    },
  })
  return found
}

/** The parts of the spine, each once. */
function spineOf(xml: string, packagePart: string): string[] {
  const hrefs = new Map<string, string>()
  const spine = new Set<string>()
  walkMarkup(xml, {
    open: (name, attributes) => {
      if (name === 'item') {
        const id = attributeOf(attributes, 'id')
        const href = attributeOf(attributes, 'href')
        if (id !== undefined && href !== undefined) hrefs.set(id, resolvePart(packagePart, href))
      } else if (name === 'itemref') {
        const href = hrefs.get(attributeOf(attributes, 'idref') ?? '')
        if (href !== undefined) spine.add(href)
      }
    },
  })
  return [...spine]
}

const PRESENTATION = 'ppt/presentation.xml'

/** The text of a PPTX package, slide by slide in the order in which they are shown. */
export function presentationText(archive: Archive): DocumentText {
  const targets = relationTargets(archive, PRESENTATION)
  const slides: string[] = []
  walkMarkup(readXmlPart(archive, PRESENTATION), {
    open: (name, attributes) => {
      const target = name === 'sldid' ? targets.get(relationId(attributes) ?? '') : undefined
      if (target !== undefined && archive.has(target)) slides.push(target)
    },
  })
  const gatherer = createTextGatherer()
  for (const [index, slide] of [...new Set(slides)].entries())
    gatherer.add(`Slide ${index + 1}\n${slideText(readXmlPart(archive, slide))}\n\n`)
  return {
    label: 'presentation',
    text: gatherer.text().trim(),
    parts: { unit: 'slide', count: new Set(slides).size },
  }
}

/** `r:id` names the relation; the slide also has an `id` of its own. */
function relationId(attributes: string): string | undefined {
  return attributeOf(attributes.replaceAll(/\sid\s*=/g, ' own='), 'id')
}

function slideText(xml: string): string {
  const pieces: string[] = []
  let inRun = false
  walkMarkup(xml, {
    open: (name) => {
      if (name === 't') inRun = true
      else if (name === 'br') pieces.push('\n')
      else if (name === 'tab') pieces.push('\t')
    },
    close: (name) => {
      if (name === 't') inRun = false
      else if (name === 'p' || name === 'tr') pieces.push('\n')
      else if (name === 'tc') pieces.push('\t')
    },
    text: (text) => {
      if (inRun) pieces.push(text)
    },
  })
  return tidyLines(pieces.join(''))
}

/** Columns between two cells that are kept as empty fields; a wider gap is left out. */
const WIDEST_GAP = 64

/** The text of an XLSX package. */
export function workbookText(archive: Archive): DocumentText {
  return spreadsheetText(
    repack(
      archive,
      archive.names.filter((name) => /\.(?:xml|rels)$/.test(name)),
      MAX_TAGS,
    ),
  )
}

/** The text of a workbook that needs no unpacking (XLS, or a repacked XLSX): each sheet as CSV. */
export function spreadsheetText(bytes: Uint8Array): DocumentText {
  const workbook: WorkBook = read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellStyles: false,
    bookVBA: false,
  })
  const gatherer = createTextGatherer()
  for (const name of workbook.SheetNames) {
    gatherer.add(`Sheet: ${name}\n`)
    addRows(Reflect.get(Object(workbook.Sheets[name]), '!data'), gatherer)
    gatherer.add('\n')
  }
  return {
    label: 'spreadsheet',
    text: gatherer.text().trim(),
    parts: { unit: 'sheet', count: workbook.SheetNames.length },
  }
}

/** Only cells that are there are visited: a sheet may claim to be 16,384 columns wide. */
function addRows(rows: unknown, gatherer: ReturnType<typeof createTextGatherer>): void {
  if (!Array.isArray(rows)) return
  rows.forEach((row: unknown) => {
    if (!Array.isArray(row)) return
    const fields: string[] = []
    let next = 0
    row.forEach((cell: CellObject | undefined, column) => {
      if (cell === undefined || cell.v === undefined) return
      const gap = column - next
      if (gap <= WIDEST_GAP) for (let empty = 0; empty < gap; empty += 1) fields.push('')
      fields.push(quoted(cell.w ?? String(cell.v)))
      next = column + 1
    })
    if (fields.length > 0) gatherer.add(`${fields.join(',')}\n`)
  })
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parts that hold no text: they may be large, and nothing is lost without them. */
const WITHOUT_TEXT =
  /^(?:customXml|docProps)\/|\/(?:media|embeddings|fonts|theme|glossary|charts|diagrams)\//

/** The text of a DOCX package: paragraphs, with notes where they are referred to. */
export async function wordText(archive: Archive): Promise<DocumentText> {
  const names = archive.names.filter(
    (name) => /\.(?:xml|rels)$/.test(name) && !WITHOUT_TEXT.test(name),
  )
  const { value } = await mammoth.extractRawText({
    buffer: Buffer.from(repack(archive, names, MAX_WORD_TAGS)),
  })
  const gatherer = createTextGatherer()
  gatherer.add(value.trim())
  return { label: 'Word document', text: gatherer.text() }
}

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const EXCLAMATION = 0x21
const QUESTION_MARK = 0x3f

/**
 * A part of an office package as text, once it was looked over.
 * @throws DocumentError for a document type declaration (office formats have none, and it is how
 * entities multiply) and for more tags than a parser should have to hold
 */
export function readXmlPart(archive: Archive, name: string): string {
  const bytes = checkXml(archive.read(name))
  if (countTags(bytes) > MAX_TAGS) throw tooManyTags(MAX_TAGS)
  return decode(bytes)
}

/**
 * An archive of only these parts, unpacked and looked over, for a parser that opens archives itself:
 * it never meets the sizes, overlaps and names of the one that was sent.
 */
export function repack(archive: Archive, names: readonly string[], mostTags: number): Uint8Array {
  const parts = names.map((name) => [name, checkXml(archive.read(name))] as const)
  const tags = parts.reduce((sum, [, bytes]) => sum + countTags(bytes), 0)
  if (tags > mostTags) throw tooManyTags(mostTags)
  return zipSync(Object.fromEntries(parts), { level: 0 })
}

/** The text of XML bytes: UTF-8, or UTF-16 with its mark. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder(textEncoding(bytes)).decode(bytes)
}

function checkXml(bytes: Uint8Array): Uint8Array {
  const text = bytes[0] === 0xff || bytes[0] === 0xfe ? strToU8(decode(bytes)) : bytes
  if (Buffer.from(text.buffer, text.byteOffset, text.byteLength).includes('<!DOCTYPE'))
    throw new DocumentError('It declares a document type, which office documents must not.')
  return text
}

/** Opening and closing tags together, cheaply. @throws DocumentError for elements nested too deeply */
function countTags(bytes: Uint8Array): number {
  let tags = 0
  let depth = 0
  for (let at = 0; at < bytes.byteLength; at += 1) {
    if (bytes[at] === GREATER_THAN && bytes[at - 1] === SLASH) depth -= 1
    if (bytes[at] !== LESS_THAN) continue
    const next = bytes[at + 1]
    if (next === EXCLAMATION || next === QUESTION_MARK) continue
    tags += 1
    depth += next === SLASH ? -1 : 1
    if (depth > DEEPEST_ELEMENT)
      throw new DocumentError(`Its elements are nested more than ${DEEPEST_ELEMENT} deep.`)
  }
  return tags
}

function tooManyTags(most: number): DocumentError {
  return new DocumentError(`It has more than ${most.toLocaleString('en-US')} tags.`)
}

/** Relation id → part name, for a part of an office package. What lies outside is left out. */
export function relationTargets(archive: Archive, part: string): ReadonlyMap<string, string> {
  const slash = part.lastIndexOf('/') + 1
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  const targets = new Map<string, string>()
  if (!archive.has(name)) return targets
  walkMarkup(readXmlPart(archive, name), {
    open: (element, attributes) => {
      const id = attributeOf(attributes, 'id')
      const target = attributeOf(attributes, 'target')
      if (element === 'relationship' && id !== undefined && target !== undefined)
        targets.set(id, resolvePart(part, target))
    },
  })
  return targets
}

/** A reference in one part as the name of another: `../a b.xml#x` in `ppt/slides/1.xml` is `ppt/a b.xml`. */
export function resolvePart(from: string, reference: string): string {
  const base = `part:/${from.split('/').map(encodeURIComponent).join('/')}`
  if (!URL.canParse(reference, base)) return ''
  const { pathname } = new URL(reference, base)
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return ''
  }
}
