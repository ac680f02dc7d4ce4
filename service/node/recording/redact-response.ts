import { redactEvents } from '../../../contract/headers/secrets/redact-json.ts'
import { readJson } from '../../../contract/json.ts'
import type { RecordedChunk } from './har.ts'
import { redactValue, textOf, withoutBalances, type Redact } from './redact-request.ts'

/** A body as HAR has it: text, or bytes in base64. */
interface Content {
  text: string
  encoding?: 'base64'
}

/**
 * The body of a response without secrets, and its chunks. Where nothing is replaced both are what was sent, to
 * the byte; a chunk that had a secret has the length of what stands for it.
 */
export function redactResponse(
  bytes: Uint8Array,
  chunks: readonly RecordedChunk[],
  mimeType: string,
  redact: Redact,
): { content: Content; chunks: RecordedChunk[] } {
  const text = textOf(bytes)
  if (text === undefined)
    return {
      content: { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' },
      chunks: [...chunks],
    }
  const isStream = /^text\/event-stream\b/i.test(mimeType)
  const units = isStream ? text.split(/(?<=\n)/) : [text]
  const clean = isStream ? redactLines(units, redact) : [redactWhole(text, redact)]
  if (clean.every((unit, index) => unit === units[index]))
    return { content: { text }, chunks: [...chunks] }
  return { content: { text: clean.join('') }, chunks: moveSplits(chunks, units, clean) }
}

function redactWhole(text: string, redact: Redact): string {
  const value = readJson(text)
  if (value === undefined) return redact(text)
  const written = JSON.stringify(redactValue(value, redact))
  return written === JSON.stringify(value) ? text : written
}

const DATA = /^(data: ?)(.*?)(\r?\n?)$/s

function redactLines(lines: readonly string[], redact: Redact): string[] {
  const parts = lines.map((line) => DATA.exec(line))
  const data = parts.flatMap((part) => part?.[2] ?? [])
  const clean = redactEvents(
    data.map((each) => {
      const value = each === '[DONE]' ? undefined : readJson(each)
      if (value === undefined) return each
      const written = JSON.stringify(withoutBalances(value))
      return written === JSON.stringify(value) ? each : written
    }),
    redact,
    redact,
  )
  let at = 0
  return lines.map((line, index) => {
    const part = parts[index]
    if (!part) return redact(line)
    at += 1
    return `${part[1] ?? ''}${clean[at - 1] ?? ''}${part[3] ?? ''}`
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
