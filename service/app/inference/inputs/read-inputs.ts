import { messageText } from '../../../../contract/chat/messages.ts'
import { MAX_SCRAPED_URLS, webUrls } from '../../../../contract/chat/request/request-rules.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { pathText, type ValidationIssue } from '../../../../contract/validation.ts'
import { validationError } from '../../http/http-error.ts'
import type { OutboundClient, OutboundResult } from '../../outbound/outbound-client.ts'
import { scrapePages } from '../../outbound/scrape-pages.ts'
import { droppedImages } from '../prepare/dropped-images.ts'
import type { InputSources } from './input-sources.ts'
import { partName, type Inputs, type PartFacts } from './inputs.ts'
import { readPart, type PartReading } from './read-part.ts'

/** Parts that are read at the same time. */
const AT_ONCE = 4

/** What the addresses of one request may hold together, bytes. */
const MAX_FETCHED_BYTES = 50_000_000

/**
 * Reads what a request refers to: measures its parts, fetches its addresses, turns its files into
 * text, and reads the pages named in the last user message when that is asked for.
 * @throws HttpError 400 with one issue for each part that is not what it must be
 */
export async function readInputs(
  { messages }: ChatRequest,
  model: Model,
  scrapes: boolean,
  sources: InputSources,
  request: Pick<Request, 'signal'>,
): Promise<Inputs> {
  const dropped = droppedImages(messages, model)
  const places = messages.flatMap(({ content }, message) =>
    Array.isArray(content)
      ? content.flatMap((part, index) =>
          dropped.has(partName(message, index)) ? [] : [{ message, index, part }],
        )
      : [],
  )
  const last = messages.findLast((message) => message.role === 'user')
  const addresses = scrapes && last ? webUrls(messageText(last)) : []
  if (places.length === 0 && addresses.length === 0)
    return { parts: new Map(), pages: [], unread: [] }
  // Not read before something has to wait: a server may make the signal only then.
  const { signal } = request
  const outbound = forOneRequest(sources.outbound, MAX_FETCHED_BYTES)
  const parts = new Map<string, PartFacts>()
  const issues: ValidationIssue[] = []
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const readings = places
      .slice(from, from + AT_ONCE)
      .map(async ({ message, index, part }) => ({
        name: partName(message, index),
        path: ['messages', message, 'content', index],
        reading: await readPart(part, { ...sources, outbound }, signal),
      }))
    for (const { name, path, reading } of await Promise.all(readings)) {
      if (reading?.ok === true) parts.set(name, reading.facts)
      if (reading?.ok === false) issues.push(issueOf(path, reading))
    }
    giveUp(signal)
    // What is wrong is wrong; nothing more is fetched for it.
    if (issues.length > 0) throw validationError(issues)
  }
  const results = await scrapePages(addresses.slice(0, MAX_SCRAPED_URLS), sources.outbound, signal)
  giveUp(signal)
  return {
    parts,
    pages: results.flatMap((result) => (result.ok ? [result.value] : [])),
    unread: results.flatMap((result) => (result.ok ? [] : [result])),
  }
}

/** The caller has gone, so the answer has no reader; what matters is that nothing more is done. */
function giveUp(signal: AbortSignal): void {
  if (signal.aborted) throw new Error('The request was aborted while its inputs were read.')
}

/** The same client for one request: an address is fetched once, and all together have a limit. */
function forOneRequest(client: OutboundClient, bytes: number): OutboundClient {
  const fetched = new Map<string, Promise<OutboundResult>>()
  let left = bytes
  const get: OutboundClient['get'] = async (address, options) => {
    if (left <= 0)
      return {
        ok: false,
        message: `The URLs of one request may have ${bytes / 1_000_000} MB in total.`,
      }
    const result = await client.get(address, options)
    if (result.ok) left -= result.value.bytes.byteLength
    return result
  }
  return {
    get: (address, options) => {
      const known = fetched.get(address) ?? get(address, options)
      fetched.set(address, known)
      return known
    },
  }
}

function issueOf(
  path: (string | number)[],
  { member, message }: Extract<PartReading, { ok: false }>,
): ValidationIssue {
  const whole = [...path, ...member]
  return { path: whole, code: 'custom', message: `${pathText(whole)} ${message}` }
}
