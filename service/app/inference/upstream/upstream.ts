import type { Message } from '../../../../contract/chat/messages.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { ModelSource } from '../../models/catalogue.ts'
import type { Engine, GenerationRequest } from '../engine.ts'
import { partName, type PartFacts } from '../inputs/inputs.ts'
import { droppedImages } from '../prepare/dropped-images.ts'
import { timedOut } from '../sandbox/sandbox-failures.ts'
import {
  causeOf,
  ownId,
  unreachable,
  upstreamHeaders,
  upstreamSecrets,
  type UpstreamEndpoint,
} from './upstream-endpoint.ts'
import { upstreamError } from './upstream-error.ts'
import { createUpstreamModels } from './upstream-models.ts'
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
