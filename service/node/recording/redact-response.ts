import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { charsetOf } from '../../../contract/headers/header-list.ts'
import { redactEvents } from '../../../contract/headers/secrets/redact-json.ts'
import { redactSecretShapes, secretMask } from '../../../contract/headers/secrets/secret-mask.ts'
import { readJson } from '../../../contract/json.ts'
import type { RecordedChunk } from './har.ts'
import { lengthOf, redactText, withoutBalances } from './redact-request.ts'

/** A body as HAR has it: text, or bytes in base64. */
interface Content {
  mimeType: string
  text: string
  encoding?: 'base64'
}

interface Body {
  bytes: Uint8Array
  /** When each chunk left and its length; together they are `bytes`. */
  chunks: readonly RecordedChunk[]
}

/**
 * The body of a response without secrets, and its chunks. Where nothing is replaced both are what was sent, to
 * the byte; a chunk that had a secret has the length of what stands for it. What can't be read and may hold a
 * credential is its length alone.
 * @param credentials those of the request, longest first
 */
export function redactResponse(
  { bytes, chunks }: Body,
  mimeType: string,
  credentials: readonly string[],
): { content: Content; chunks: RecordedChunk[] } {
  const mask = secretMask(credentials)
  const charset = charsetOf(bytes, mimeType)
  const text = textIn(bytes, charset)
  if (text === undefined) return asBytes({ bytes, chunks }, mimeType, mask)
  const units = unitsOf(text)
  const clean = redactUnits(units, mask)
  const written = units.map(({ before }) => before)
  if (clean.every((unit, index) => unit === written[index]))
    return charset === 'utf-8'
      ? { content: { mimeType, text }, chunks: [...chunks] }
      : asBytes({ bytes, chunks }, mimeType, mask)
  return {
    content: { mimeType: inUtf8(mimeType), text: clean.join('') },
    chunks: moveSplits(rescaled(chunks, Buffer.byteLength(text)), written, clean),
  }
}

function asBytes({ bytes, chunks }: Body, mimeType: string, mask: (text: string) => string) {
  // Of two bytes for each character one is 0.
  const latin = Buffer.from(bytes).toString('latin1').replaceAll('\0', '')
  if (mask(latin) !== latin) return unread({ bytes, chunks }, mimeType)
  const text = Buffer.from(bytes).toString('base64')
  return { content: { mimeType, text, encoding: 'base64' as const }, chunks: [...chunks] }
}

/** A body of which only the length is recorded. */
export function unread({ bytes, chunks }: Body, mimeType: string) {
  const text = lengthOf(bytes)
  return { content: { mimeType, text }, chunks: rescaled(chunks, text.length) }
}

/**
 * A body that was compressed, as it was before, chunk by chunk; undefined where it can't be read. What a cut
 * stream brought is kept.
 */
export async function decompressed(
  { bytes, chunks }: Body,
  encoding: string,
  mostBytes: number,
): Promise<Body | undefined> {
  const decoder = decoderOf(encoding)
  if (decoder === undefined) return undefined
  const parts: Buffer[] = []
  let length = 0
  let isBroken = false
  let next: () => void = () => undefined
  decoder.on('data', (part: Buffer) => {
    parts.push(part)
    length += part.length
    // A few bytes may become gigabytes.
    if (length > mostBytes) decoder.destroy(new Error('The body is too large.'))
  })
  decoder.on('error', () => {
    isBroken = true
    next()
  })
  const plain: RecordedChunk[] = []
  let at = 0
  for (const [time, size] of chunks) {
    const before = length
    await new Promise<void>((done) => {
      next = done
      decoder.write(bytes.subarray(at, at + size), () => decoder.flush(() => done()))
    })
    at += size
    if (isBroken) return undefined
    plain.push([time, length - before])
  }
  decoder.destroy()
  return { bytes: new Uint8Array(Buffer.concat(parts)), chunks: plain }
}

function decoderOf(encoding: string) {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return undefined
  }
}

function textIn(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function inUtf8(mimeType: string): string {
  return mimeType.replace(/charset=["']?[\w.:-]+["']?/i, 'charset=utf-8')
}

/** A part of a body that is replaced as one: a line, the lines of one event, or all of it. */
interface Unit {
  /** As it was sent. */
  before: string
  /** What stands before and after its data; absent where it is no event. */
  data?: readonly [start: string, data: string, end: string]
}

const LINE = /^(data: ?|)(.*?)(\r\n|\r|\n|)$/s

/** An event stream or lines of JSON as their lines, whatever ends them; anything else as one unit. */
function unitsOf(text: string): Unit[] {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/)
  const isStream = lines.some((line) => /^(?:data|event):/.test(line))
  if (!isStream && (lines.length < 2 || readJson(text) !== undefined || !lines.some(isJsonLine)))
    return [{ before: text }]
  const units: Unit[] = []
  for (let at = 0; at < lines.length; at += 1) {
    // Only from its first line on is data an event.
    const run = isStream && !isData(lines[at - 1]) ? dataLines(lines, at) : 1
    const before = lines.slice(at, at + run).join('')
    const [, start = '', data = '', end = ''] = LINE.exec(lines[at] ?? '') ?? []
    if (isStream && start === '') units.push({ before })
    else if (run === 1) units.push({ before, data: [start, data, end] })
    else units.push({ before, data: [start, dataOf(before), end] })
    at += run - 1
  }
  return units
}

function isJsonLine(line: string): boolean {
  return /^\s*[{[]/.test(line) && readJson(line) !== undefined
}

function isData(line: string | undefined): boolean {
  return line?.startsWith('data:') === true
}

/** How many lines from here on are one JSON value together, and none by themselves. */
function dataLines(lines: readonly string[], from: number): number {
  let to = from
  while (isData(lines[to])) to += 1
  if (to - from < 2) return 1
  const isWhole = readJson(LINE.exec(lines[from] ?? '')?.[2] ?? '') !== undefined
  return !isWhole && readJson(dataOf(lines.slice(from, to).join(''))) !== undefined ? to - from : 1
}

function dataOf(lines: string): string {
  return lines
    .split(/(?<=\r\n|\n|\r(?!\n))/)
    .map((line) => LINE.exec(line)?.[2] ?? '')
    .join('\n')
}

function redactUnits(units: readonly Unit[], mask: (text: string) => string): string[] {
  const redact = (text: string) => redactSecretShapes(mask(text))
  const data = units.flatMap((unit) => (unit.data === undefined ? [] : [unit.data[1]]))
  const clean = redactEvents(
    data.map((each) => {
      const value = each === '[DONE]' ? undefined : readJson(each)
      if (value === undefined) return each
      const written = JSON.stringify(withoutBalances(value))
      return written === JSON.stringify(value) ? each : written
    }),
    redact,
    redact,
    mask,
  )
  let at = 0
  return units.map(({ before, data: parts }) => {
    if (parts === undefined) return redactText(before, redact)
    const [start, given, end] = parts
    const shown = clean[at] ?? ''
    at += 1
    return shown === given ? before : start + shown + end
  })
}

/** Chunks that together are so long, each as much of it as before. */
function rescaled(chunks: readonly RecordedChunk[], length: number): RecordedChunk[] {
  const before = chunks.reduce((sum, [, size]) => sum + size, 0)
  if (before === length) return [...chunks]
  let [offset, last] = [0, 0]
  return chunks.map(([at, size]): RecordedChunk => {
    offset += size
    const split = Math.round((offset / before) * length)
    const result: RecordedChunk = [at, split - last]
    last = split
    return result
  })
}

/** The splits of a text in the text that replaces it, unit by unit. */
function moveSplits(
  chunks: readonly RecordedChunk[],
  before: readonly string[],
  after: readonly string[],
): RecordedChunk[] {
  let unit = 0
  let from = 0
  let to = 0
  let length = Buffer.byteLength(before[0] ?? '')
  let newLength = Buffer.byteLength(after[0] ?? '')
  const moved = (offset: number): number => {
    while (unit < before.length - 1 && offset >= from + length) {
      from += length
      to += newLength
      unit += 1
      length = Buffer.byteLength(before[unit] ?? '')
      newLength = Buffer.byteLength(after[unit] ?? '')
    }
    return offset - from >= length ? to + newLength : to + Math.min(offset - from, newLength)
  }
  let offset = 0
  let last = 0
  return chunks.map(([at, bytes]): RecordedChunk => {
    offset += bytes
    const split = moved(offset)
    const result: RecordedChunk = [at, split - last]
    last = split
    return result
  })
}
