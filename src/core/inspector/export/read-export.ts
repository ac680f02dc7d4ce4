import { harEntries, readHarEntry, type HarEntry } from '../../../../contract/har/har-entry.ts'
import {
  isJsonObject,
  isNestedTooDeeply,
  readJson,
  type JsonValue,
} from '../../../../contract/json.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { formatNumber } from '../../format/units.ts'
import type { ImportReport } from '../../share/import/import-report.ts'
import { requestHeaders } from '../serialize-exchange.ts'
import { exchangeOfHar } from './har-exchange.ts'
import { parseExchange } from './parse-exchange.ts'
import { JSON_LINES_FORMAT } from './redacted-exchange.ts'

/** A file as the exchanges it holds, or what is wrong with it. */
export type ExportReading =
  | {
      ok: true
      /** Requests to models first, what a page loads for itself last; else as the file has them. */
      exchanges: Exchange[]
      /** What the file has beside them. */
      report: ImportReport
    }
  | {
      ok: false
      message: string
      /** It is a file of exchanges, though none in it can be read. */
      isExport?: true
    }

const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 60

/** {@link readExport} for a file: one that is too large is not read at all. */
export async function readExportFile(file: Blob): Promise<ExportReading> {
  return file.size > MAX_FILE_BYTES ? TOO_LARGE : readExport(await file.text())
}

const TOO_LARGE: ExportReading = {
  ok: false,
  message: `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`,
}

/** Reads a file of this playground, or any HAR. Whatever it claims is shown as a past exchange from a file. */
export function readExport(text: string): ExportReading {
  if (text.length > MAX_FILE_BYTES) return TOO_LARGE
  const candidates = harEntries(text)?.map(entryCandidate) ?? jsonLines(text)
  if (candidates === undefined)
    return {
      ok: false,
      message: isNestedTooDeeply(text)
        ? 'The file is nested too deeply to be read.'
        : 'The file is neither a HAR nor a saved request.',
    }
  const { chosen, report } = choose(candidates)
  const ids = new Map(chosen.map(({ fileId, exchange }) => [fileId, exchange.id]))
  const exchanges = chosen.map(({ exchange: { cause, ...rest } }) => {
    const exchangeId = cause && ids.get(cause.exchangeId)
    return { ...rest, ...(exchangeId !== undefined && { cause: { ...cause, exchangeId } }) }
  })
  return exchanges.length === 0
    ? { ok: false, isExport: true, message: 'It contains no readable requests.' }
    : { ok: true, exchanges, report }
}

interface Candidate {
  /** What the file itself calls it; others of it may name it as their cause. */
  fileId: string | undefined
  /** The lower, the likelier it is what somebody looks for. */
  rank: number
  read: () => Exchange | undefined
  isBodyMissing: boolean
  isWebSocket: boolean
  /** Lines of it that are no events, such as one that was cut off. */
  lostEvents: number
}

/** Reads as many as the page holds, and counts what the others are. */
function choose(candidates: readonly (Candidate | undefined)[]) {
  const found = candidates.flatMap((candidate, place) =>
    candidate ? [{ ...candidate, place }] : [],
  )
  const requests = found.filter(({ isWebSocket }) => !isWebSocket)
  const read: ((typeof found)[number] & { exchange: Exchange })[] = []
  let tried = 0
  // Of those that are alike, the newest.
  for (const candidate of requests.toSorted((a, b) => a.rank - b.rank || b.place - a.place)) {
    if (read.length === MAX_ENTRIES) break
    tried += 1
    const exchange = candidate.read()
    if (exchange !== undefined) read.push({ ...candidate, exchange: fromFile(exchange) })
  }
  const chosen = read.toSorted((a, b) => a.rank - b.rank || a.place - b.place)
  const report: ImportReport = {
    leftOut: [
      {
        count: requests.length - tried,
        what: `of ${formatNumber(candidates.length)} requests`,
        why: `${MAX_ENTRIES} are opened, requests to models first`,
      },
      counted(
        candidates.length - found.length + tried - read.length,
        ['entry', 'entries'],
        'no request can be read there',
      ),
      counted(
        found.length - requests.length,
        ['WebSocket connection', 'WebSocket connections'],
        'only requests and their responses are shown',
      ),
      counted(
        chosen.filter(({ isBodyMissing }) => isBodyMissing).length,
        ['response body', 'response bodies'],
        'the program that wrote the file did not save it',
      ),
      counted(
        chosen.reduce((sum, { lostEvents }) => sum + lostEvents, 0),
        ['event', 'events'],
        'its line is not that of an event',
      ),
    ].filter(({ count }) => count > 0),
  }
  return { chosen, report }
}

function counted(count: number, [one, more]: readonly [string, string], why: string) {
  return { count, what: count === 1 ? one : more, why }
}

function fromFile(exchange: Exchange): Exchange {
  // A file names none of this browser's connections.
  const { connection: _, ...known } = exchange
  const { request, providerName } = known
  return {
    ...known,
    id: crypto.randomUUID(),
    fromFile: true,
    // A credential that somebody left in the file is neither shown nor used.
    request: { ...request, headers: requestHeaders(request.headers, providerName) },
  }
}

/** What the JSON Lines of this page hold: a file that lost its end is read up to there. */
function jsonLines(text: string): Candidate[] | undefined {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '')
  const format = readJson(head.trim())
  if (!isJsonObject(format) || format['format'] !== JSON_LINES_FORMAT) return undefined
  const [exchange, ...rest] = lines.map(readJson)
  if (!isJsonObject(exchange)) return undefined
  const events = rest.filter(isJsonObject).filter(({ data }) => typeof data === 'string')
  const lostEvents = rest.length - events.length
  return [{ ...ownCandidate({ ...exchange, events }), lostEvents }]
}

function entryCandidate(value: JsonValue): Candidate | undefined {
  const own = isJsonObject(value) ? value['_exchange'] : undefined
  const entry = readHarEntry(value)
  const other = entry && {
    fileId: undefined,
    rank: rankOf(entry),
    read: () => exchangeOfHar(entry),
    isBodyMissing: entry.isBodyMissing,
    isWebSocket: entry.isWebSocket,
    lostEvents: 0,
  }
  if (!isJsonObject(own)) return other
  const saved = ownCandidate(own)
  return { ...saved, read: () => saved.read() ?? other?.read() }
}

function ownCandidate(value: JsonValue): Candidate {
  const id = isJsonObject(value) ? value['id'] : undefined
  return {
    fileId: typeof id === 'string' ? id : undefined,
    rank: 0,
    read: () => parseExchange(value),
    isBodyMissing: false,
    isWebSocket: false,
    lostEvents: 0,
  }
}

/** A browser saves hundreds of files around the one request that somebody saved them for. */
function rankOf({ method, url, sent, mediaType }: HarEntry): number {
  const isModelCall =
    mediaType === 'text/event-stream' ||
    (sent !== undefined && 'text' in sent && (sent.isBase64 || /"model"\s*:/.test(sent.text)))
  if (isModelCall) return 0
  const isJson = /[/+]json$/.test(mediaType)
  if (isJson && /\/v\d+\//.test(url)) return 1
  return isJson || !/^(?:GET|HEAD|OPTIONS)$/.test(method) ? 2 : 3
}
