import { isJsonObject, readJson, type JsonValue } from '../../../contract/json.ts'
import { networkOf } from '../../../contract/wallet/networks.ts'
import {
  isApiDocument,
  repliesIn,
  replyHeader,
  shown,
  textAt,
  valueAt,
  type Reply,
} from './reply.ts'
import { allowsPages, LATENCY_RUNS, namesOf, type RequestName } from './requests.ts'
import {
  NO_RESPONSE,
  breaks,
  holds,
  otherwise,
  unsupported,
  type About,
  type Look,
  type Verdict,
} from './verdict.ts'

/* What the probes of the table look for. */

export const is =
  (...wanted: readonly JsonValue[]): Look =>
  (value) =>
    value !== undefined && wanted.includes(value)
export const text: Look = (value) => typeof value === 'string' && value !== ''
export const absent: Look = (value) => value === undefined || value === null
export const whole =
  (least = 0, most = Infinity): Look =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
export const matches =
  (pattern: RegExp): Look =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
export const size =
  (length: number) =>
  (value: JsonValue | undefined): boolean =>
    Array.isArray(value) && value.length === length
/** A list that isn't empty, and each item of it. */
export const each =
  (test: (item: JsonValue) => boolean) =>
  (value: JsonValue | undefined): boolean =>
    Array.isArray(value) && value.length > 0 && value.every(test)
/** Not supported where it is missing. */
export const offered =
  (look: Look, missing: string): Look =>
  (value, about) =>
    value === undefined || value === null ? unsupported(missing) : look(value, about)
/** The same with words of its own. */
export const saying =
  (look: Look, ok: string, wrong: string): Look =>
  (value, about) =>
    look(value, about) === true ? holds(ok) : breaks(wrong)

/** Members at paths below a value are as they should be; the reason names them, or the first that isn't. */
export const all =
  (looks: Readonly<Record<string, Look>>): Look =>
  (value, about) => {
    const members = Object.entries(looks).map(([path, look]) => {
      const member = valueAt(value, path)
      const words = `${path || 'the list'} is ${shown(member)}`
      return { words, isRight: look(member, about) === true }
    })
    const wrong = members.find(({ isRight }) => !isRight)
    const words = wrong?.words ?? members.map((member) => member.words).join(', ')
    return wrong === undefined ? holds(`${words}.`) : breaks(`${words}.`)
  }

export const hasId = (item: JsonValue): boolean =>
  typeof valueAt(item, 'id') === 'string' && valueAt(item, 'id') !== ''

export const distinctIds: Look = (value) => {
  // What is no list is said by another probe.
  if (!Array.isArray(value) || value.length === 0) return undefined
  const ids = value.map((item) => valueAt(item, 'id'))
  return new Set(ids).size === ids.length
    ? holds(`${ids.length} models, no ID stands twice.`)
    : breaks('An ID stands twice.')
}

/** A map from names to model IDs; an empty one is fine. */
export const namesModels: Look = (value) =>
  isJsonObject(value) && Object.values(value).every((id) => typeof id === 'string')
    ? holds(`${Object.keys(value).length} names.`)
    : breaks('data is no object of model IDs.')

export const addsUp: Look = (usage) => {
  const [prompt, completion, total] = ['prompt', 'completion', 'total'].map((name) =>
    Number(valueAt(usage, `${name}_tokens`)),
  )
  const isTotal = (prompt ?? 0) + (completion ?? 0) === total
  return isTotal
    ? holds(`${prompt} + ${completion} = ${total}.`)
    : breaks('The parts are not the total.')
}

/** The same value as in another response, or not. */
export const likeIn =
  (request: RequestName, path: string, same: Verdict, other: Verdict): Look =>
  (value, { replies }) =>
    value === valueAt(replies[request]?.json, path) ? same : other

/** One of these headers can be read. */
export const readable =
  (names: readonly string[]): Look =>
  (_, { reply }) => {
    const name = names.find((one) => replyHeader(reply, one) !== undefined)
    return name === undefined
      ? unsupported('None is among the headers that can be read.')
      : holds(`${name} can be read.`)
  }

/** The body is a JSON object, and the content type says so. */
export const jsonType: Look = (_, { reply: { facts, json } }) => {
  const { type } = facts
  const isRight = json !== undefined && type === 'application/json'
  return isRight ? holds('It is.') : breaks(`The content type is ${shown(type)}.`)
}

const VERSION = 'x-vendor-version'

export const versioned: Look = (_, { replies }) => {
  // What a browser asks before, and what is elsewhere, is no response of the API.
  const replied = repliesIn(replies).filter(
    ([name, reply]) => reply.status !== undefined && !/^(?:cors_|openapi_at)/.test(name),
  )
  const missing = replied.filter(([, reply]) => replyHeader(reply, VERSION) === undefined).length
  if (missing === replied.length) return unsupported('No version among the headers.')
  return missing === 0
    ? holds(`${VERSION} is in all of them.`)
    : breaks(`${VERSION} is missing in ${missing} of ${replied.length} responses.`)
}

// What the API takes, and whom.

/** An operation is there, by the description of the API or by how it refuses an empty request without a key. */
export const taken =
  (path: string): Look =>
  (_, { reply: { json, status = 0 }, replies }) => {
    const document = [replies.openapi, replies.openapi_at_root].find(isApiDocument)
    if (document !== undefined)
      return Object.keys(Object(valueAt(document.json, 'paths'))).some((one) => one.endsWith(path))
        ? holds('Listed in openapi.json.')
        : unsupported('Not listed in openapi.json.')
    if (status === 0) return undefined
    if (status !== 402 && status === replies['unknown_path']?.status)
      return unsupported(`The status is ${status}, as of an unknown path.`)
    if (status === 404 || status === 405 || status === 410 || status >= 500)
      return unsupported(`The status is ${status}.`)
    return holds(
      json === undefined ? `The status is ${status}.` : `It is there: status ${status}, as JSON.`,
    )
  }

export const keyAccepted: Look = (_, { reply: { status, json } }) =>
  status === undefined
    ? undefined
    : status === 401
      ? breaks('The API rejects the key with 401.')
      : status >= 300
        ? unsupported(`The status is ${status}.`)
        : json === undefined
          ? unsupported('The response is not JSON, so this is unknown.')
          : holds('The API accepts it.')

/** A request without a key and without a message is refused for want of the key. */
export const keyFirst: Look = (_, { reply: { status } }) =>
  status === undefined
    ? undefined
    : [401, 402, 403].includes(status)
      ? holds(`It is rejected with ${status}.`)
      : status < 500
        ? unsupported(
            `The status is ${status}: the API needs no key, or reads the request before it.`,
          )
        : breaks(`The status is ${status}.`)

/** A request that must be refused for its key, before it costs. */
export const keyed: Look = (_, { reply: { status } }) =>
  status === undefined
    ? NO_RESPONSE
    : [401, 402, 403].includes(status)
      ? holds(`It is rejected with ${status}.`)
      : status < 300
        ? breaks('It is accepted, and may be billed: the API takes any key.')
        : breaks(`The status is ${status}.`)

/** A wrong request, and the statuses that say so. */
export const rejected =
  (statuses: readonly number[], isFree = false): Look =>
  (_, { reply: { status } }) =>
    status === undefined
      ? NO_RESPONSE
      : statuses.includes(status)
        ? holds(`It is rejected with ${status}.`)
        : isFree && status < 300
          ? unsupported('The API accepts it.')
          : breaks(`The status is ${status}.`)

/** Only of a 402: every other status shows that the API takes no wallets. */
export const of402 =
  (look: Look, isFirst = false): Look =>
  (value, about) => {
    const { status } = about.reply
    if (status === 402) return look(value, about)
    // Neither silence nor too many requests say anything of wallets.
    if (!isFirst || status === undefined || status === 429) return undefined
    return unsupported(`The status is ${status}: the API offers no payment by wallet.`)
  }

const OFFER = ['scheme', 'network', 'amount', 'asset', 'payTo']

/** Each way to pay has what a payment is signed from. */
export const offers = each((offer) =>
  OFFER.every((name) => typeof valueAt(offer, name) === 'string'),
)

/** One of the ways to pay is in USDC on a network that this app signs for. */
export const payable: Look = (value) => {
  const networks = (Array.isArray(value) ? value : []).flatMap((offer) => {
    const network = networkOf(textAt(offer, 'network'))
    const asset = textAt(offer, 'asset').toLowerCase()
    return network?.asset.toLowerCase() === asset ? [network.name] : []
  })
  return networks.length > 0
    ? holds(`USDC on ${networks.join(' and ')}.`)
    : breaks('No offer is for USDC on a network that is known.')
}

/** What packages for payments read is the header, not the body. */
export const headerOffers: Look = (header, about) =>
  header === undefined
    ? unsupported('It is missing, or can’t be read.')
    : saying(offers, 'It has them.', 'It has no offers that can be signed.')(header, about)

/** A sign-in proves an address to the host that asks for it, and to no other. */
export const forThisApi: Look = (info, { asking }) => {
  const { host, hostname } = new URL(asking.connection.baseUrl)
  const domain = textAt(info, 'domain')
  const uri = valueAt(info, 'uri')
  if (typeof uri !== 'string' || !URL.canParse(uri)) return breaks('uri is no URL.')
  const isOwn = domain === host || domain === hostname || hostname.endsWith(`.${domain}`)
  if (!isOwn) return breaks('domain is another host. Behind a relay, allow it before you sign.')
  return new URL(uri).hostname === hostname || new URL(uri).hostname === domain
    ? holds('domain and uri are of this host.')
    : breaks('uri is of another host.')
}

export const knownNetworks: Look = (value) => {
  const ids = Array.isArray(value) ? value.map((chain) => textAt(chain, 'chainId')) : []
  const known = new Set(ids.flatMap((id) => networkOf(id)?.name ?? []))
  return known.size > 0 ? holds(`${[...known].join(', ')}.`) : breaks('No network that is known.')
}

// What a page may send and read.

const SERVERS_ONLY = 'No CORS for this origin: pages reach the API through the local service.'

/** A page of this app may send the headers of a request. */
export const sendable =
  (request: RequestName): Look =>
  (_, { reply, replies, asking }) => {
    const { status } = reply
    const names = namesOf(request, asking)
    const missing = (words: string) =>
      // What nobody offers, nobody misses.
      request === 'cors_key' || request === 'cors_custom' || isDocumented(replies)
        ? breaks(words)
        : unsupported(words)
    if (asking.place === 'page') {
      if (status !== undefined) return holds('A response could be read.')
      return missing(
        'No response could be read: CORS forbids it, or the network failed. Pages can’t see which.',
      )
    }
    if (!allowsPages(reply, asking)) return unsupported(SERVERS_ONLY)
    if (status === undefined || status >= 300) return missing(`The preflight has status ${status}.`)
    const list = namesIn(replyHeader(reply, 'access-control-allow-headers'))
    const refused = names.filter((name) => {
      const isNamed = list.includes(name.toLowerCase())
      return !isNamed && (name === 'Authorization' || !list.includes('*'))
    })
    return refused.length === 0
      ? holds('The preflight allows it.')
      : missing(
          `The preflight doesn’t allow ${refused.join(', ')}${list.includes('*') ? ': * doesn’t cover it' : ''}.`,
        )
  }

/** Headers of responses that the app shows or acts on. */
const READ_BY_PAGES =
  /^(?:cf-ray|x-request-id|retry-after|payment-(?:required|response)|x-balance-remaining|x-ratelimit-.+|x-vendor-.+)$/

/** Whether a page can read the headers that the app uses of what the API sent. */
export const exposed: Look = (_, { reply, replies, asking }) => {
  if (reply.status === undefined) return breaks('No response could be read.')
  const used = [
    ...new Set(
      repliesIn(replies).flatMap(([, { exchange }]) =>
        exchange.headers.map(([name]) => name.toLowerCase()),
      ),
    ),
  ].filter((name) =>
    READ_BY_PAGES.test(name.replace(`x-${asking.connection.providerName}-`, 'x-vendor-')),
  )
  if (asking.place === 'page')
    return used.length > 0
      ? holds(`${used.length} can be read. What isn’t exposed can’t be seen from a page.`)
      : unsupported('None can be read: the API sends none, or exposes none.')
  const allowed = replyHeader(reply, 'access-control-allow-origin')
  if (allowed === undefined) return unsupported(SERVERS_ONLY)
  if (allowed !== '*' && allowed !== asking.pageOrigin)
    return unsupported('For other origins only.')
  const list = namesIn(replyHeader(reply, 'access-control-expose-headers'))
  const hidden = used.filter((name) => !list.includes(name) && !list.includes('*'))
  if (used.length === 0) return unsupported('The API sends none of them.')
  return hidden.length === 0
    ? holds(`${used.length} of ${used.length} are exposed.`)
    : breaks(
        `Not in Access-Control-Expose-Headers: ${hidden.slice(0, 6).join(', ')}${hidden.length > 6 ? ` and ${hidden.length - 6} more` : ''}.`,
      )
}

function namesIn(list = ''): string[] {
  return list.split(',').map((name) => name.trim().toLowerCase())
}

/** Whether the API looks like the documented service. */
export function isDocumented(replies: About['replies']): boolean {
  return repliesIn(replies).some(
    ([, reply]) =>
      replyHeader(reply, VERSION) !== undefined || valueAt(reply.json, 'x402Version') !== undefined,
  )
}

// What a model said.

const TOO_LONG = otherwise('The response is longer than the check allows.')
export const NO_CALL = unsupported('No call came, though tool_choice requires one.')

/** Each token of log probabilities, whichever way an API lists them. */
export const tokens =
  (test: (token: JsonValue) => boolean): Look =>
  (logprobs) => {
    const content = valueAt(logprobs, 'content')
    const list = Array.isArray(content) ? content : isJsonObject(logprobs) ? [logprobs] : []
    return each(test)(list)
  }

/** Of the first call; a message with text instead is an API that lets the model choose. */
export const called =
  (look: Look): Look =>
  (message, about) => {
    const call = valueAt(message, 'tool_calls.0')
    if (call === undefined && valueAt(message, 'content')) return NO_CALL
    return look(call, about)
  }

/** The text is JSON, and has this at a path. */
export const jsonText =
  (path: string, type: 'string' | 'object'): Look =>
  (content, { reply }) => {
    if (valueAt(reply.json, 'choices.0.finish_reason') === 'length') return TOO_LONG
    const value = valueAt(readJson(typeof content === 'string' ? content : ''), path)
    return typeof value === type && value !== null
      ? holds('The response is such JSON.')
      : breaks('The response is not such JSON.')
  }

/** What the characters asked for look like where UTF-8 was read as Latin-1. */
const MISREAD = /Ã¼|æ¼¢|Ã±/

export const wholeCharacters =
  (asked: string): Look =>
  (value) => {
    const said = typeof value === 'string' ? value : ''
    if (said.includes('\uFFFD') || /(?:^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(said))
      return breaks('There is half a character.')
    if (MISREAD.test(said)) return breaks('UTF-8 was read as Latin-1.')
    return said.includes(asked)
      ? holds('All characters came whole.')
      : otherwise('The response has other words.')
  }

export const inPieces: Look = (own, { replies }) => {
  const stream = valueAt(replies.stream?.facts, 'stream') ?? own
  const count = Number(valueAt(stream, 'pieces'))
  const span = Number(valueAt(stream, 'span'))
  if (count <= 1) return breaks('All text came in one piece.')
  // A page that was busy once reads what waited for it at once.
  if ([stream, own].every((one) => valueAt(one, 'isTogether') === true))
    return breaks(
      `${count} pieces came together after ${Number(valueAt(stream, 'last'))} ms: the stream is buffered.`,
    )
  return valueAt(stream, 'isTooQuick') === true
    ? holds(`${count} pieces within ${span} ms, too quick to show a buffer.`)
    : holds(`${count} pieces over ${span} ms.`)
}

// How long it took.

function latencies(replies: Partial<Record<string, Reply>>): number[] {
  return Array.from({ length: LATENCY_RUNS }, (_, run) => replies[`latency_${run}`]).flatMap(
    (reply) => (reply?.status === 200 ? (reply.exchange.timing.end ?? []) : []),
  )
}

export const succeeded: Look = (_, { replies }) => {
  const { length } = latencies(replies)
  const figures = `${length} of ${LATENCY_RUNS}.`
  return length === LATENCY_RUNS ? holds(figures) : breaks(figures)
}

export const even: Look = (_, { replies }) => {
  const runs = latencies(replies).toSorted((a, b) => a - b)
  const middle = runs[Math.floor(runs.length / 2)] ?? 0
  const late = runs[Math.floor(runs.length * 0.95) - 1] ?? 0
  const figures = `Half took up to ${Math.round(middle)} ms, 19 of 20 up to ${Math.round(late)} ms.`
  // What is over in a moment varies by more than it takes.
  return late <= Math.max(4 * middle, 1_000) ? holds(figures) : breaks(figures)
}
