import { inflateRawSync } from 'node:zlib'

import { errorCode } from '../../../app/errors.ts'
import {
  DocumentError,
  FREE_UNPACKED_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_MARKUP_BYTES,
  MAX_RATIO,
  MAX_UNPACKED_BYTES,
} from '../../../app/inference/documents/document-reader.ts'

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

interface ArchiveEntry {
  name: string
  /** Where its packed bytes begin. */
  start: number
  packedBytes: number
  unpackedBytes: number
  /** Stored as it is; otherwise deflated. */
  isStored: boolean
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT_LENGTH = 65_535
const IN_ZIP64_FIELD = 0xffff_ffff
const ARCHIVE_NAME = /\.(?:zip|jar|7z|rar|tar|gz|tgz|bz2|xz|zst|docx|xlsx|pptx|epub)$/i

/**
 * Reads the directory of a ZIP archive. Further archives inside are refused, but for the tables that
 * office programs embed behind a chart; those are never opened.
 * @throws DocumentError when it is damaged, has too many entries or bytes, or lies about where they are
 */
function readDirectory(bytes: Uint8Array): ReadonlyMap<string, ArchiveEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const entries = readEntries(bytes, view)
    refuseOverlaps(entries)
    const total = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0)
    if (total > MAX_UNPACKED_BYTES)
      throw new DocumentError(`It unpacks to more than ${MAX_UNPACKED_BYTES / 1_000_000} MB.`)
    return new Map(entries.map((entry) => [entry.name, entry]))
  } catch (error) {
    // A size or an offset points outside of the file.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

function readEntries(bytes: Uint8Array, view: DataView): ArchiveEntry[] {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ARCHIVE_ENTRIES)
    throw new DocumentError(`It has more than ${MAX_ARCHIVE_ENTRIES} entries.`)
  const entries: ArchiveEntry[] = []
  const names = new Set<string>()
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw damaged()
    const entry = readEntry(bytes, view, at)
    if (names.has(entry.name)) throw new DocumentError('It has two entries with the same name.')
    if (ARCHIVE_NAME.test(entry.name) && !entry.name.includes('/embeddings/'))
      throw new DocumentError('It contains further archives, which are not opened.')
    names.add(entry.name)
    entries.push(entry)
    at += ENTRY_BYTES
    at +=
      view.getUint16(at - 18, true) + view.getUint16(at - 16, true) + view.getUint16(at - 14, true)
  }
  return entries
}

/** The record at the end of the archive, before a comment of any length. */
function findEnd(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_LENGTH)
  for (let at = view.byteLength - END_BYTES; at >= earliest; at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  throw damaged()
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): ArchiveEntry {
  const nameBytes = view.getUint16(at + 28, true)
  const name = new TextDecoder().decode(
    bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
  )
  if ((view.getUint16(at + 8, true) & 1) !== 0) throw new DocumentError('It is password-protected.')
  const method = view.getUint16(at + 10, true)
  if (method !== 0 && method !== 8)
    throw new DocumentError('Its compression method is not supported.')
  const [unpackedBytes, packedBytes, offset] = sizesOf(view, at, nameBytes)
  if (view.getUint32(offset, true) !== LOCAL_SIGNATURE) throw damaged()
  const start =
    offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packedBytes > bytes.byteLength) throw damaged()
  return { name, start, packedBytes, unpackedBytes, isStored: method === 0 }
}

/** Unpacked size, packed size and offset; some programs write them into a field of 64-bit numbers. */
function sizesOf(view: DataView, at: number, nameBytes: number): [number, number, number] {
  const sizes = [24, 20, 42].map((place) => view.getUint32(at + place, true))
  let extra = at + ENTRY_BYTES + nameBytes
  const extraEnd = extra + view.getUint16(at + 30, true)
  while (sizes.includes(IN_ZIP64_FIELD) && extra + 4 <= extraEnd) {
    if (view.getUint16(extra, true) === 1) {
      let place = extra + 4
      for (const [index, size] of sizes.entries())
        if (size === IN_ZIP64_FIELD) {
          sizes[index] = Number(view.getBigUint64(place, true))
          place += 8
        }
      break
    }
    extra += 4 + view.getUint16(extra + 2, true)
  }
  const [unpacked = 0, packed = 0, offset = 0] = sizes
  return [unpacked, packed, offset]
}

/** Entries that share packed bytes are how a small file becomes an endless one. */
function refuseOverlaps(entries: readonly ArchiveEntry[]): void {
  const inOrder = entries.toSorted((a, b) => a.start - b.start)
  let end = 0
  for (const { start, packedBytes } of inOrder) {
    if (start - LOCAL_BYTES < end) throw new DocumentError('Its entries overlap.')
    end = start + packedBytes
  }
}

function damaged(): DocumentError {
  return new DocumentError('It is a damaged archive.')
}
