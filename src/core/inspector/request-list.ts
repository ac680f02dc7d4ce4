import { type JsonValue, given, isJsonObject } from '../../../contract/json.ts'
import type { Exchange, ExchangeFormField, ExchangeOutcome } from '../client/exchanges/exchange.ts'
import { tickStrip } from '../client/stream/stream-clocks.ts'
import type { SavedSummary } from '../storage/exchanges/exchanges.ts'
import { mcpMessage, modelOf } from './exchange-text.ts'

/** A request as one line of a list. */
export interface RequestEntry {
  id: string
  /** The first words of its prompt: "What is an aurora?", "Edit image: warmer", "GET /models". */
  title: string
  method: string
  /** When it was sent, Unix ms. */
  startedAt: number
  status?: number
  model?: string
  /** How it ended; unknown of what is only saved. */
  outcome?: ExchangeOutcome
  /** The name of the connection it went over. */
  connection?: string
  /** How long it took, ms. */
  ms?: number
  /** Its events over time, as `tickStrip` writes them. */
  strip?: string
  /** The page sent it by itself. */
  isBackground: boolean
  /** The request of a model that it was sent for. */
  causeId?: string
  /** It stands under that request. */
  isUnderCause?: true
}

interface RequestGroup {
  /** Absent: those that this page sent. */
  title?: 'From files' | 'Saved'
  entries: RequestEntry[]
}

interface RequestList {
  groups: RequestGroup[]
  /** How many there are before the search, background requests aside. */
  total: number
  /** How many the page sent by itself, shown or not. */
  background: number
}

interface ListOptions {
  /** Words that the title, status, model or method must contain. */
  query?: string
  /** Whether requests that the page sent by itself are listed. */
  withBackground?: boolean
  /** The request that is shown: it is listed whatever it is. */
  currentId?: string | undefined
}

/** The requests of this page, of opened files and of this browser's storage as a list, newest first. */
export function listRequests(
  exchanges: readonly Exchange[],
  saved: readonly SavedSummary[],
  { query = '', withBackground = false, currentId }: ListOptions = {},
): RequestList {
  const here = new Set(exchanges.map(({ id }) => id))
  const newestFirst = exchanges.toReversed()
  const isOwn = ({ fromFile, fromHistory }: Exchange) => fromFile !== true && fromHistory !== true
  const own = newestFirst.filter(isOwn).map(requestEntry)
  const files = newestFirst.filter(({ fromFile }) => fromFile === true).map(requestEntry)
  const stored = [
    ...newestFirst.filter(({ fromHistory }) => fromHistory === true).map(requestEntry),
    ...saved.filter(({ id }) => !here.has(id)).map(savedEntry),
  ].toSorted((a, b) => b.startedAt - a.startedAt)
  const listed = own.filter(
    ({ id, isBackground }) => withBackground || !isBackground || id === currentId,
  )
  const groups: RequestGroup[] = [
    { entries: listed },
    { title: 'From files', entries: files },
    { title: 'Saved', entries: stored },
  ]
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  return {
    groups: groups
      .map(({ entries, ...group }) => ({
        ...group,
        entries: underCauses(entries.filter((entry) => matches(entry, wanted))),
      }))
      .filter(({ entries }) => entries.length > 0),
    total: listed.length + files.length + stored.length,
    background: own.filter(({ isBackground }) => isBackground).length,
  }
}

/** The entries, newest first, but what was sent for one of them follows it, in the order of sending. */
function underCauses(entries: readonly RequestEntry[]): RequestEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  // A file may name causes in a circle.
  const causeOf = ({ causeId = '' }: RequestEntry) => {
    const cause = byId.get(causeId)
    return cause !== undefined && !byId.has(cause.causeId ?? '') ? cause : undefined
  }
  const under = new Map<RequestEntry, RequestEntry[]>()
  for (const entry of entries) {
    const cause = causeOf(entry)
    if (cause !== undefined)
      under.set(cause, [{ ...entry, isUnderCause: true }, ...(under.get(cause) ?? [])])
  }
  return entries.flatMap((entry) =>
    causeOf(entry) === undefined ? [entry, ...(under.get(entry) ?? [])] : [],
  )
}

/** A change makes a new exchange, so what was read of one stays true. */
const read = new WeakMap<Exchange, RequestEntry>()

/** An exchange as a line of a list. */
export function requestEntry(exchange: Exchange): RequestEntry {
  const known = read.get(exchange)
  if (known !== undefined) return known
  const { id, request, startedAt, status, outcome, timing, eventCount } = exchange
  const { background, connection, cause } = exchange
  const model = modelOf(exchange)
  const strip = eventCount > 0 ? tickStrip(exchange) : undefined
  const entry: RequestEntry = {
    id,
    title: requestTitle(exchange),
    method: request.method,
    startedAt,
    outcome,
    isBackground: background,
    ...given({ status, model }),
    ...(connection === undefined ? {} : { connection: connection.name }),
    ...given({ ms: timing.end, strip }),
    ...(cause === undefined ? {} : { causeId: cause.exchangeId }),
  }
  read.set(exchange, entry)
  return entry
}

/** What a request is called: by its prompt, its tool and method, else by HTTP method and path. */
export function requestTitle(exchange: Pick<Exchange, 'protocol' | 'request'>): string {
  const { request } = exchange
  const message = mcpMessage(exchange)
  if (message !== undefined) return [message.method, message.name].filter(Boolean).join(' ')
  const [path = ''] = request.path.split('?', 1)
  const prompt = promptPreview({ request })
  if (prompt === undefined) return `${request.method} ${path}`
  return path.endsWith('/image/edit') ? `Edit image: ${prompt}` : prompt
}

function savedEntry(summary: SavedSummary): RequestEntry {
  const { id, startedAt, line, title = line, status, model, ms, strip, causeId } = summary
  return {
    id,
    title,
    method: line.split(' ', 1)[0] ?? '',
    startedAt,
    isBackground: false,
    ...given({ status, model, ms, strip, causeId }),
  }
}

function matches(
  { title, method, status, model, connection }: RequestEntry,
  wanted: string[],
): boolean {
  const text = [title, method, status, model, connection].join(' ').toLowerCase()
  return wanted.every((word) => text.includes(word))
}

/** The first words of what a request asks, at most 60 characters; undefined where it has no prompt. */
export function promptPreview({ request }: Pick<Exchange, 'request'>): string | undefined {
  const { form = [], body = Object.fromEntries(form.flatMap(textField)) } = request
  if (!isJsonObject(body)) return undefined
  const { messages, prompt, input } = body
  const last = Array.isArray(messages) ? messages.findLast(isUserMessage) : undefined
  const text = textOf(last ?? prompt ?? input)
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  if (text === undefined || text === '') return undefined
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…` : text
}

const MAX_LENGTH = 60
/** Enough of a long text to fill the preview, whatever white space it has. */
const READ = 400

function textField(field: ExchangeFormField): [string, string][] {
  return 'text' in field ? [[field.name, field.text]] : []
}

function isUserMessage(message: JsonValue): boolean {
  return isJsonObject(message) && message['role'] === 'user'
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value.slice(0, READ)
  if (Array.isArray(value)) {
    for (const part of value) {
      const text = textOf(part)
      if (text !== undefined) return text
    }
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  return textOf(value['content'] ?? value['text'])
}
