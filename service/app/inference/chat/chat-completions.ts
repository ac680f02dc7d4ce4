import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { Authenticator } from '../../auth/authenticate.ts'
import { mayUse } from '../../auth/provider-keys.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { readJson } from '../../http/body/read-body.ts'
import { standardError } from '../../http/http-error.ts'
import { respond, setHeaders } from '../../http/respond.ts'
import { rateLimitHeaders, type RateState } from '../../limits/rate-limiter.ts'
import { tierOf, type Catalogue } from '../../models/catalogue.ts'
import { modelHeaders } from '../../models/model-headers.ts'
import { balanceHeaders } from '../../money/ledger.ts'
import {
  admit,
  consumeRate,
  type MeteredRequest,
  type Metering,
} from '../../money/metered-request.ts'
import { timedOut } from '../../sandbox/directives.ts'
import { abortReason } from '../../timing.ts'
import type { Enclave, ReceivedRequest, SealDelta } from '../e2ee/enclave.ts'
import type { GenerationSteps } from '../engine.ts'
import type { InputSources } from '../inputs/input-sources.ts'
import { readInputs } from '../inputs/read-inputs.ts'
import { fallbacksOf, isBusy } from '../prepare/fallbacks.ts'
import {
  prepareRequest,
  understandRequest,
  type PreparedRequest,
  type UnderstoodRequest,
} from '../prepare/prepare-request.ts'
import {
  DEFAULT_RETENTION_MS,
  EXTENDED_RETENTION_MS,
  type CacheUse,
  type PromptCache,
} from '../prepare/prompt-cache.ts'
import type { RunningRequests } from '../running-requests.ts'
import { shapeSteps } from '../shape-steps.ts'
import { answerStream, END_TEXT, EVENT_STREAM, eventText } from './answer-stream.ts'
import { answerWhole } from './answer-whole.ts'
import { createMeter, newIdentity } from './meter.ts'
import { asProviderReads, isSealed } from './read-request.ts'

/** What chat needs from the service. */
export interface ChatService extends Metering, InputSources {
  authenticator: Authenticator
  catalogue: Catalogue
  promptCache: PromptCache
  running: RunningRequests
  /** Holds the key of the models that take encrypted requests. */
  enclave: () => Promise<Enclave>
  /** How long an answer that is not streamed may take, ms. */
  deadlineMs: number
}

/** `POST /chat/completions` (contract, "Endpoints"). */
export function chatCompletions(service: ChatService) {
  return async (context: AppContext): Promise<Response> => {
    const caller = await service.authenticator.requireCaller(context)
    const likeProvider = context.get('likeProvider') ?? false
    const body = await readJson(context.req.raw)
    const received = likeProvider ? asProviderReads(body) : body
    const written = await understandRequest(received, service.catalogue, likeProvider)
    const rate = await counted(context, service, caller.id, written)
    const opened = await openRequest(context, written, service)
    if (opened.kind === 'stale') return staleResponse(context)
    const { understood } = opened
    const { request, model, vendor } = understood
    const inputs = await readInputs(
      request,
      model,
      vendor.enable_web_scraping,
      service,
      context.req.raw,
    )
    const prepared = await prepareRequest(understood, inputs)
    const first = await admitted(context, service, caller.id, prepared, rate)
    const seal = opened.kind === 'opened' ? opened.seal : undefined
    return answer(context, service, caller.id, first, seal)
  }
}

/** Opens a request that was sealed end to end; the code for that is loaded with the first. */
async function openRequest(
  context: AppContext,
  understood: UnderstoodRequest,
  { enclave }: Pick<ChatService, 'enclave'>,
): Promise<ReceivedRequest> {
  if (!isSealed(context, understood.request)) return { kind: 'plain', understood }
  const { openSealed } = await import('../e2ee/enclave.ts')
  return openSealed(context, understood, await enclave())
}

/**
 * The response to a request that was sealed for a key the enclave does not hold, such as one from
 * before a restart: a stream that says so and nothing else.
 */
function staleResponse(context: AppContext): Response {
  setHeaders(context, { 'content-type': EVENT_STREAM })
  const error = {
    message: 'The enclave key has changed. Request a new attestation, then try again.',
    type: 'invalid_request_error',
    code: 'e2ee_attestation_stale',
    param: null,
  }
  return respond(context, eventText({ error }) + END_TEXT)
}

/** A request with credit set aside for the most it can cost. */
interface Admitted {
  prepared: PreparedRequest
  metered: MeteredRequest
  cache: CacheUse
}

/** Names the model and counts the request against its limits. @throws HttpError 429, 403 for a model that the key may not use */
async function counted(
  context: AppContext,
  service: ChatService,
  owner: string,
  { model, router }: Pick<UnderstoodRequest, 'model' | 'router'>,
): Promise<RateState> {
  if (!mayUse(context.get('apiKey'), model))
    throw standardError(403, 'This API key is restricted to private models.')
  setHeaders(context, modelHeaders(model, router))
  const rate = await consumeRate(service.limiter, owner, tierOf(model))
  setHeaders(context, rateLimitHeaders(rate, Date.now()))
  return rate
}

/** Sets credit aside for a request. @throws HttpError 402 */
async function admitted(
  context: AppContext,
  service: ChatService,
  owner: string,
  prepared: PreparedRequest,
  rate: RateState,
): Promise<Admitted> {
  const { generation, promptTokens, prefixes } = prepared
  const { model, maxTokens, request } = generation
  const cache = service.promptCache.lookup(owner, prefixes)
  const metered = await admit(service, {
    reference: context.get('requestId'),
    owner,
    model,
    rate,
    feesMicroUsd: generation.search.feeMicroUsd,
    worstCase: {
      prompt_tokens: promptTokens,
      completion_tokens: maxTokens * (request.n ?? 1),
      prompt_tokens_details: {
        cached_tokens: cache.read,
        cache_creation_input_tokens: cache.written,
      },
    },
  })
  // What is set aside is not spent: a stream, and a request that is refused, tell the credit as it is.
  const { balance } = metered
  setHeaders(context, balanceHeaders(context, owner, balance, balance.microUsd))
  return { prepared, metered, cache }
}

/** Starts the answer; a model that is busy is replaced by the first fallback that is not. */
async function start(
  context: AppContext,
  service: ChatService,
  owner: string,
  first: Admitted,
  signal: AbortSignal,
): Promise<Admitted & { steps: GenerationSteps; id: string | undefined }> {
  const attempt = async (candidate: Admitted) => {
    const { engine, generation, prefixes } = candidate.prepared
    try {
      const { steps, id } = await engine.start(generation, signal)
      service.promptCache.store(owner, prefixes, retentionOf(generation.request))
      return { ...candidate, steps: shapeSteps(steps, generation), id }
    } catch (error) {
      candidate.metered.release()
      throw error
    }
  }
  try {
    return await attempt(first)
  } catch (busy) {
    if (signal.aborted || !isBusy(busy)) throw busy
    let retries = 0
    for await (const fallback of fallbacksOf(first.prepared, service.catalogue)) {
      retries += 1
      setHeaders(context, { 'x-retry-count': String(retries) })
      try {
        const { model } = fallback.generation
        const rate = await counted(context, service, owner, { ...fallback, model })
        return await attempt(await admitted(context, service, owner, fallback, rate))
      } catch (error) {
        if (!isBusy(error)) throw error
      }
    }
    throw busy
  }
}

function retentionOf({ prompt_cache_retention: asked }: ChatRequest): number {
  return asked === 'extended' || asked === '24h' ? EXTENDED_RETENTION_MS : DEFAULT_RETENTION_MS
}

/** Runs `leave` when the client is gone, and where there is a connection also when that is done with the response. */
function onGone(context: AppContext, leave: () => void): void {
  const connection = context.env?.connection
  if (connection !== undefined) return connection.onClose(leave)
  const { signal } = context.req.raw
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
}

async function answer(
  context: AppContext,
  service: ChatService,
  owner: string,
  first: Admitted,
  seal: SealDelta | undefined,
): Promise<Response> {
  let current = first
  const { controller: own, done } = service.running.begin()
  const { signal } = own
  let isOver = false
  onGone(context, () => {
    if (!isOver) own.abort(new Error('The client closed the connection.'))
  })
  const deadline = first.prepared.generation.stream
    ? undefined
    : setTimeout(() => own.abort(timedOut()), service.deadlineMs)
  const end = () => {
    isOver = true
    clearTimeout(deadline)
    current.metered.release()
    done()
  }
  try {
    const started = await start(context, service, owner, first, signal)
    current = started
    const { metered, cache, steps, id } = started
    const { generation, promptTokens } = started.prepared
    const job = {
      context,
      generation,
      steps,
      signal,
      metered,
      meter: createMeter(promptTokens, cache),
      identity: newIdentity(generation.model.id, id),
    }
    if (generation.stream) return answerStream({ ...job, seal, abort: () => own.abort(), end })
    const response = await answerWhole(job)
    end()
    return response
  } catch (error) {
    end()
    // What was thrown because of an abort matters less than the reason of the abort.
    throw signal.aborted ? abortReason(signal) : error
  }
}
