import type { HeaderSpec } from '../../../contract/headers/header-spec.ts'
import { parseHeader } from '../../../contract/headers/parse.ts'
import { formatDuration } from '../format/duration.ts'
import { formatMicroUsd } from '../format/money.ts'
import { formatTime } from '../format/time.ts'

/** A header's value in words, where it says more than the text itself. */
export interface HeaderReading {
  words?: string
  /** The value does not follow the header's type. */
  unreadable?: true
  /** What a base64 JSON value holds. */
  json?: unknown
  /** The words change as time goes on. */
  counts?: true
}

/**
 * Reads a header for people. Waiting times count down to `nowMs`; clocks are compared with
 * `arrivedMs`, the moment the headers came (both Unix ms).
 */
export function headerReading(
  spec: HeaderSpec,
  value: string,
  { arrivedMs, nowMs }: { arrivedMs: number; nowMs: number },
): HeaderReading {
  const parsed = parseHeader(spec, value, arrivedMs)
  switch (parsed.kind) {
    case 'text':
      return parsed.text === value.trim() ? {} : { words: parsed.text }
    case 'number':
    case 'boolean':
      return {}
    case 'money':
      return {
        words:
          parsed.unit === 'USD'
            ? formatMicroUsd(parsed.micro)
            : `${formatMicroUsd(parsed.micro).replace('$', '')} DIEM`,
      }
    case 'json':
      return { json: parsed.json }
    case 'time':
      return timeReading(spec, parsed.atMs, arrivedMs, nowMs)
    case 'unreadable':
      return { unreadable: true }
  }
}

const DAY = 86_400_000

function timeReading(
  { type, name }: HeaderSpec,
  atMs: number,
  arrivedMs: number,
  nowMs: number,
): HeaderReading {
  if (type === 'unix-time' || type === 'seconds') {
    const left = atMs - nowMs
    const when = Math.abs(left) < DAY ? formatTime(atMs) : utcMinute(atMs)
    return left > 0
      ? { words: `in ${formatDuration(Math.ceil(left / 1000) * 1000)}, at ${when}`, counts: true }
      : { words: `passed at ${when}` }
  }
  if (name === 'Date' || name === 'x-vendor-timestamp')
    return { words: clockWords(atMs - arrivedMs) }
  return { words: utcMinute(atMs) }
}

/** HTTP dates have whole seconds and the answer took a moment, so small differences say nothing. */
function clockWords(ahead: number): string {
  if (Math.abs(ahead) < 3000) return 'agrees with your clock'
  return `${formatDuration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} your clock`
}

function utcMinute(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
