import { inflateRawSync } from 'node:zlib'

import { DocumentError } from '../../../app/documents/document-error.ts'
import {
  FREE_UNPACKED_BYTES,
  MAX_MARKUP_BYTES,
  MAX_RATIO,
} from '../../../app/documents/document-limits.ts'
import { errorCode } from '../../../app/errors.ts'
import { type ArchiveEntry, readDirectory } from './archive-directory.ts'

/** A ZIP archive whose directory was validated. Nothing is unpacked until it is asked for. */
export interface Archive {
  /** Every entry's name, in the order of the directory. */
  names: readonly string[]
  has(name: string): boolean
  /**
   * The bytes of an entry, counted while they are unpacked.
   * @throws DocumentError when the entry is missing, damaged, or larger than it may be
   */
  read(name: string): Uint8Array
}

/** Opens an archive. @throws DocumentError when its directory is damaged or beyond the limits */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = readDirectory(bytes)
  let unpacked = 0
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    read: (name) => {
      const entry = entries.get(name)
      if (entry === undefined) throw new DocumentError(`Its part ${partName(name)} is missing.`)
      const content = unpack(bytes, entry, MAX_MARKUP_BYTES - unpacked)
      unpacked += content.byteLength
      return content
    },
  }
}

function unpack(bytes: Uint8Array, entry: ArchiveEntry, left: number): Uint8Array {
  const packed = bytes.subarray(entry.start, entry.start + entry.packedBytes)
  const byRatio = Math.max(FREE_UNPACKED_BYTES, packed.byteLength * MAX_RATIO)
  const content = entry.isStored ? packed : inflate(packed, entry, Math.min(byRatio, left), byRatio)
  if (content.byteLength > left) throw tooMuchText()
  if (content.byteLength !== entry.unpackedBytes)
    throw new DocumentError(`Its part ${partName(entry.name)} has an unexpected size.`)
  return content
}

function inflate(
  packed: Uint8Array,
  entry: ArchiveEntry,
  limit: number,
  byRatio: number,
): Uint8Array {
  try {
    // An empty part still needs room for the byte that would be one too many.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) })
  } catch (error) {
    if (!isTooLarge(error)) throw new DocumentError(`Its part ${partName(entry.name)} is damaged.`)
    throw limit < byRatio ? tooMuchText() : tooPacked(entry.name)
  }
}

/** True when zlib stopped because more came out than was allowed. */
export function isTooLarge(error: unknown): boolean {
  return errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
}

/** An entry's name as a sentence may hold it. */
function partName(name: string): string {
  return JSON.stringify(name.slice(0, 80))
}

function tooPacked(name: string): DocumentError {
  return new DocumentError(`Its part ${partName(name)} is compressed more than ${MAX_RATIO} times.`)
}

function tooMuchText(): DocumentError {
  return new DocumentError(`Its text parts unpack to more than ${MAX_MARKUP_BYTES / 1_000_000} MB.`)
}
