import { strToU8, zipSync } from 'fflate'

import { textEncoding } from '../../../../contract/media/file-type.ts'
import {
  DEEPEST_ELEMENT,
  DocumentError,
  MAX_TAGS,
} from '../../../app/inference/documents/document-reader.ts'
import { attributeOf, walkMarkup } from '../../../app/inference/documents/markup.ts'
import type { Archive } from './archive.ts'

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
