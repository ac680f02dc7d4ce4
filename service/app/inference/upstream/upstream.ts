import type { Message } from '../../../../contract/chat/messages.ts'
import { type JsonObject, type JsonValue, readJson } from '../../../../contract/json.ts'
import { isTextModel } from '../../../../contract/models/find-model.ts'
import { type Model, readModels, unreadWords } from '../../../../contract/models/model.ts'
import type { ModelSource } from '../../models/catalogue.ts'
import { timedOut } from '../../sandbox/directives.ts'
import type { Engine, GenerationRequest } from '../engine.ts'
import { type PartFacts, partName } from '../inputs/inputs.ts'
import { droppedImages } from '../prepare/added-messages.ts'
import { messageOf, upstreamError } from './upstream-error.ts'
import {
  causeOf,
  keyVariable,
  offeredId,
  ownId,
  unreachable,
  type UpstreamEndpoint,
  upstreamHeaders,
  upstreamSecrets,
  upstreamText,
} from './upstream-request.ts'
import { readUpstream } from './upstream-steps.ts'

/** The models of another server, and whether it was reached. */
export interface Upstream extends ModelSource {
  /** One line for people: what was reached, what was not, and why. */
  describe: () => Promise<string>
}

/** How long an upstream server may take to begin its answer, ms. */
const BEGIN_TIMEOUT_MS = 120_000

/** Offers the models of an OpenAI-compatible server beside the built-in ones (`--upstream`). */
export function createUpstream(endpoint: UpstreamEndpoint): Upstream {
  return { ...createUpstreamModels(endpoint), engine: upstreamEngine(endpoint) }
}

function upstreamEngine(endpoint: UpstreamEndpoint): Engine {
  return {
    start: async (generation, signal) => {
      const response = await ask(endpoint, generation, signal)
      if (!response.ok) throw await upstreamError(endpoint, response, generation.likeProvider)
      return readUpstream(response.body ?? new Blob([]).stream(), signal, {
        choices: generation.request.n,
        secrets: upstreamSecrets(endpoint),
      })
    },
  }
}

async function ask(
  endpoint: UpstreamEndpoint,
  generation: GenerationRequest,
  signal: AbortSignal,
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), BEGIN_TIMEOUT_MS)
  try {
    return await fetch(`${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: upstreamHeaders(endpoint),
      body: JSON.stringify(bodyFor(endpoint, generation)),
      signal: AbortSignal.any([signal, late.signal]),
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (late.signal.aborted) throw timedOut()
    throw unreachable(endpoint, `can't be reached (${causeOf(error)})`)
  } finally {
    clearTimeout(timer)
  }
}

/** The caller's body, without what only this service understands, and asking for counts. */
function bodyFor(endpoint: UpstreamEndpoint, generation: GenerationRequest): JsonObject {
  const { received, added, model, stream } = generation
  const { vendor_parameters: _, ...rest } = received
  const before = added.map(({ text }) => ({ role: 'system', content: text }))
  return {
    ...rest,
    messages: [...before, ...(forwardedMessages(generation) as readonly JsonValue[])],
    model: ownId(endpoint, model.id) ?? model.id,
    ...(stream ? { stream_options: { include_usage: true } } : {}),
  }
}

/**
 * The messages as another server gets them: files as their text, fetched images as the bytes that
 * were looked at, and without the images that a single-image model does not keep.
 */
function forwardedMessages({ request, model, inputs }: GenerationRequest): readonly Message[] {
  const { messages } = request
  const { parts } = inputs
  const dropped = droppedImages(messages, model)
  if (parts.size === 0 && dropped.size === 0) return messages
  return messages.map((message, at): Message => {
    if (message.role !== 'user' || typeof message.content === 'string') return message
    const content = message.content.flatMap((part, index) =>
      dropped.has(partName(at, index)) ? [] : [forwarded(part, parts.get(partName(at, index)))],
    )
    return { ...message, content }
  })
}

type UserPart = Exclude<Extract<Message, { role: 'user' }>['content'], string>[number]

function forwarded(part: UserPart, facts: PartFacts | undefined): UserPart {
  if (part.type === 'image_url' && facts?.kind === 'image' && facts.dataUrl !== undefined)
    return { ...part, image_url: { ...part.image_url, url: facts.dataUrl } }
  if (part.type !== 'file' || facts?.kind !== 'file') return part
  const name = part.file.filename ?? facts.document.label
  return { type: 'text', text: `File ${JSON.stringify(name)}:\n${facts.document.text}` }
}

const FRESH_MS = 30_000
const RETRY_MS = 5000
const TIMEOUT_MS = 5000

interface UpstreamModels extends Pick<ModelSource, 'list' | 'unlisted'> {
  describe: () => Promise<string>
}

/** What asking for the list came to; `why` is the rest of a sentence, and what to do. */
type Listing = { models: readonly Model[]; unread: number } | { why: string }

/**
 * Lists the models of an upstream server, asked again at most every half minute. While it has shown
 * no list, any id may be one of its models.
 */
function createUpstreamModels(endpoint: UpstreamEndpoint): UpstreamModels {
  let known: readonly Model[] | undefined
  let latest: Listing = { why: 'was not asked yet.' }
  let askAgainAt = 0
  let asking: Promise<void> | undefined
  const ask = async () => {
    latest = await fetchModels(endpoint)
    askAgainAt = Date.now() + ('why' in latest ? RETRY_MS : FRESH_MS)
    asking = undefined
    // Models stay listed through a hiccup: asking one then says that the server is unreachable.
    if ('models' in latest) known = latest.models
  }
  const refresh = async () => {
    if (Date.now() >= askAgainAt) await (asking ??= ask())
  }
  return {
    list: async () => {
      await refresh()
      return known ?? []
    },
    unlisted: (offered) => {
      const id = ownId(endpoint, offered)
      return known === undefined && id !== undefined ? asTextModel(endpoint, { id }) : undefined
    },
    describe: async () => {
      await refresh()
      const { name, baseUrl } = endpoint
      const server = `The upstream server ${name === undefined ? baseUrl : `${name} (${baseUrl})`}`
      const forwarded = name === undefined ? 'are not built in' : `start with ${name}/`
      if ('why' in latest)
        return `${server} ${latest.why} Model IDs that ${forwarded} are still forwarded to it.`
      const count = latest.models.length
      return `${server} was reached; it lists ${count} model${count === 1 ? '' : 's'}.${unreadWords(latest.unread)}`
    },
  }
}

async function fetchModels(endpoint: UpstreamEndpoint): Promise<Listing> {
  const { baseUrl, name } = endpoint
  let response: Response
  try {
    response = await get(endpoint, `${baseUrl}/models`)
  } catch (error) {
    const code = causeOf(error)
    return { why: `can't be reached (${code}). ${adviceFor(code, baseUrl)}` }
  }
  const { status } = response
  if (status === 401 || status === 403)
    return {
      why: `was reached, but didn't list its models (${status}). Set its key in ${keyVariable(name)}.`,
    }
  const listing = response.ok ? readModels(await listIn(response)) : undefined
  if (listing !== undefined)
    return { ...listing, models: listing.models.map((model) => asTextModel(endpoint, model)) }
  const words = response.ok ? undefined : await messageOf(endpoint, response)
  const found = response.ok
    ? 'its /models response is not a list of models'
    : status === 404 || status === 405
      ? `has no /models endpoint (${status})`
      : `didn't list its models (${status}${words === undefined ? '' : `: ${words}`})`
  const hint = (await listsModels(endpoint, `${baseUrl}/v1`))
    ? ` Its API is at ${baseUrl}/v1: use that base URL.`
    : ''
  return { why: `was reached, but ${found}.${hint}` }
}

function get(endpoint: UpstreamEndpoint, url: string): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return fetch(url, { headers: upstreamHeaders(endpoint), signal })
}

/** The longest lists of models that there are take some MB. */
async function listIn(response: Response): Promise<unknown> {
  return readJson(await upstreamText(response, 16 * 1024 * 1024))
}

/** Whether a base URL lists models: the one that was given often lacks its version segment. */
async function listsModels(endpoint: UpstreamEndpoint, baseUrl: string): Promise<boolean> {
  try {
    const response = await get(endpoint, `${baseUrl}/models`)
    return readModels(await listIn(response)) !== undefined
  } catch {
    return false
  }
}

/** What to do about a server that the network doesn't reach, by the code of the socket. */
function adviceFor(code: string, baseUrl: string): string {
  const { protocol, port, hostname } = new URL(baseUrl)
  if (code === 'ECONNREFUSED')
    return `Nothing listens on port ${port || (protocol === 'https:' ? 443 : 80)}: start the server, or correct its port.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name ${hostname} was not found: check the URL and the network.`
  if (code === 'timed out') return 'It accepts no connections, or is too slow.'
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'EPROTO')
    return 'It does not use HTTPS: try http:// in its URL.'
  if (/CERT|SIGNATURE|TLS/.test(code))
    return 'Its certificate is not trusted here: add the authority with NODE_EXTRA_CA_CERTS.'
  return 'Check its URL, and that it runs.'
}

/** Other servers list little more than ids; what they do say is kept, and nothing is promised for them. */
function asTextModel(endpoint: UpstreamEndpoint, model: Model): Model {
  return {
    object: 'model',
    owned_by: endpoint.name ?? 'upstream',
    ...model,
    id: offeredId(endpoint, model.id),
    type: isTextModel(model) ? 'text' : model.type,
    model_spec: { name: model.id, ...model.model_spec },
  }
}
