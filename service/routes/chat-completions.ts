import type { Authenticator } from '../auth/authenticate.ts'
import { admit, takeRate, type MeteredRequest, type Metering } from '../billing/metered-request.ts'
import { decimalText } from '../billing/price.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readJson } from '../http/read-json.ts'
import { newAnswer } from '../inference/answer-identity.ts'
import { createMeter } from '../inference/meter.ts'
import { prepareRequest, type PreparedRequest } from '../inference/prepare-request.ts'
import type { RunningRequests } from '../inference/running-requests.ts'
import { timedOut } from '../inference/sandbox-failures.ts'
import { rateLimitHeaders } from '../limits/rate-limiter.ts'
import { tierOf, type Catalogue } from '../models/catalogue.ts'
import { answerStream } from './answer-stream.ts'
import { answerWhole } from './answer-whole.ts'
import { modelHeaders } from './model-headers.ts'

/** What chat needs from the service. */
export interface ChatService extends Metering {
  authenticator: Authenticator
  catalogue: Catalogue
  running: RunningRequests
  /** How long an answer that is not streamed may take, ms. */
  deadlineMs: number
}

/** `POST /chat/completions` (contract, "Endpoints"). */
export function chatCompletions(service: ChatService) {
  return async (context: AppContext): Promise<Response> => {
    const key = service.authenticator.requireKey(context)
    const received = await readJson(context.req.raw)
    const prepared = await prepareRequest(received, service.catalogue)
    const { generation, promptTokens } = prepared
    const { model, maxTokens, request } = generation
    setHeaders(context, modelHeaders(model))

    const rate = await takeRate(service.limiter, key.id, tierOf(model))
    setHeaders(context, rateLimitHeaders(rate, Date.now()))
    const metered = admit(service, {
      reference: context.get('requestId'),
      owner: key.id,
      model,
      rate,
      worstCase: { prompt_tokens: promptTokens, completion_tokens: maxTokens * (request.n ?? 1) },
    })
    setHeaders(context, {
      'x-vendor-balance-usd': decimalText(metered.balance.microUsd),
      'x-vendor-balance-diem': decimalText(metered.balance.microDiem),
    })
    return answer(context, service, prepared, metered)
  }
}

async function answer(
  context: AppContext,
  service: ChatService,
  { generation, engine, promptTokens }: PreparedRequest,
  metered: MeteredRequest,
): Promise<Response> {
  const { signal: stopping, done } = service.running.begin()
  const own = new AbortController()
  const signal = AbortSignal.any([context.req.raw.signal, stopping, own.signal])
  const deadline = generation.stream
    ? undefined
    : setTimeout(() => own.abort(timedOut()), service.deadlineMs)
  const end = () => {
    clearTimeout(deadline)
    metered.release()
    done()
  }
  try {
    const steps = await engine.start(generation, signal)
    const job = {
      context,
      generation,
      steps,
      signal,
      metered,
      meter: createMeter(promptTokens),
      identity: newAnswer(generation.model.id),
    }
    if (generation.stream) return answerStream({ ...job, abort: () => own.abort(), end })
    const response = await answerWhole(job)
    end()
    return response
  } catch (error) {
    end()
    // What was thrown because of an abort matters less than the reason of the abort.
    throw signal.aborted ? reasonOf(signal) : error
  }
}

/** The reason of an abort; a client that hung up gives only a text, which nothing would catch. */
function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

function setHeaders(context: AppContext, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
}
