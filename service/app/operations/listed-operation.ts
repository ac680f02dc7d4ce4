import type { FieldTable } from '../../../contract/field-rule.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { OperationType, RateLimitTable } from '../../../contract/limits/rate-limits.ts'
import type { Model, ModelType } from '../../../contract/models/model.ts'
import type { z } from '../../../contract/zod.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readForm, readJson } from '../http/body/read-body.ts'
import { requireValid, standardError } from '../http/http-error.ts'
import { respond, sendJson, sendText, setHeaders } from '../http/respond.ts'
import { requestTimedOut } from '../images/image-queue.ts'
import type { PictureCodec, WorkLimits } from '../images/picture-codec.ts'
import type { RunningRequests } from '../inference/running-requests.ts'
import { consumeOperationRate, operationLimit } from '../limits/rate-limiter.ts'
import type { WindowCounters } from '../limits/window-counters.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { modelHeaders, modelOfType } from '../models/model-headers.ts'
import { type Balance, balanceHeaders, type Ledger } from '../money/ledger.ts'
import { holdPrice, type Holds } from '../money/metered-request.ts'
import { abortReason } from '../timing.ts'
import type { Operation } from './openapi/json-schema.ts'

interface ListedServices extends PaidServices {
  pictures: PictureCodec
}

type Answer =
  | { json: unknown }
  | { text: string }
  | { bytes: Uint8Array<ArrayBuffer>; mediaType: string; fileName: string }

/** A call whose request was read. */
export interface Call<Request> {
  request: Request
  model: Model
  context: AppContext
  services: ListedServices
}

/** Everything about an operation that the contract lists by its tag only. */
interface Row<Request extends { model?: string | undefined }> extends Pick<
  Operation,
  'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'answers' | 'headers' | 'errors'
> {
  /** The body: JSON, or a form where a field of it is a file. */
  body: {
    name: string
    schema: z.ZodMiniType<Request>
    fields: FieldTable
    example: JsonObject
    file?: string
  }
  /** Reads the body where more is needed than its schema. @throws HttpError 400 */
  read?: (raw: globalThis.Request) => Promise<unknown>
  /** The type of its models; the default one is used when none is named. */
  type: ModelType
  rate: OperationType
  /** What a call costs. @throws HttpError for what is refused before anything is charged */
  price(call: Call<Request>): Price | Promise<Price>
  /** The canned answer; charged when it is there. */
  answer(call: Call<Request>, limits: WorkLimits, price: Price): Answer | Promise<Answer>
}

interface Price {
  microUsd: number
  promptTokens?: number
  /** What would cost less, in words. */
  cheaper: string
}

interface ListedOperation {
  described: Operation
  handle(services: ListedServices): (context: AppContext) => Promise<Response>
}

/** Makes an operation of its row. */
export function listedOperation<Request extends { model?: string | undefined }>(
  row: Row<Request>,
): ListedOperation {
  const { body, headers = [], errors = [], answers, path, operationId, tag, summary } = row
  const mediaType = body.file === undefined ? 'application/json' : 'multipart/form-data'
  const { name, schema, fields, example, file } = body
  return {
    described: {
      method: 'post',
      access: 'key or wallet',
      path,
      operationId,
      tag,
      summary,
      ...(row.description !== undefined && { description: row.description }),
      body: {
        [mediaType]: {
          schema: { name, schema, fields, ...(file !== undefined && { files: [file] }) },
          example,
        },
      },
      answers,
      headers: ['model', 'rate-limit', 'balance', ...headers],
      errors: [404, 503, 504, ...errors],
    },
    handle: (services) => async (context) => {
      const { id: owner } = await services.authenticator.requireCaller(context)
      const read = row.read ?? (file === undefined ? readJson : readFields)
      const request = requireValid(schema, await read(context.req.raw))
      const { catalogue, limits } = services
      const model = await modelOfType(request.model ?? 'default', row.type, catalogue)
      setHeaders(context, modelHeaders(model))
      const call = { request, model, context, services }
      const price = await row.price(call)
      const rate = operationLimit(limits, row.rate)
      const paid = { owner, sku: model.id, rate, ...price }
      const answer = await paidCall(context, services, paid, async (work) =>
        row.answer(call, work, price),
      )
      if ('json' in answer) return sendJson(context, answer.json)
      if ('text' in answer) return sendText(context, answer.text, 'text/plain; charset=utf-8')
      const { bytes, mediaType: type, fileName } = answer
      setHeaders(context, {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Content-Length': String(bytes.byteLength),
      })
      return respond(context, bytes)
    },
  }
}

async function readFields(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data') return Object.fromEntries(await readForm(request))
  throw standardError(
    415,
    'Invalid request content type. Send multipart/form-data with the audio as file.',
    'INVALID_CONTENT_TYPE',
  )
}

/** The words of a field. */
export function words<const More extends object>(label: string, meaning: string, more?: More) {
  return { group: 'common', label, meaning, ...(more as More) } as const
}

/** The field that names a model. */
export function modelField(kind: string, id: string) {
  return words('Model', `ID of ${kind} model, or a trait.`, { default: id })
}

/** What a paid call needs from the service. */
export interface PaidServices {
  authenticator: Authenticator
  ledger: Ledger
  holds: Holds
  running: RunningRequests
  catalogue: Catalogue
  limits: RateLimitTable
  /** Counters of one-minute windows. */
  counters: WindowCounters
  /** How long the work may take, ms. */
  deadlineMs: number
}

interface PaidCall {
  /** The account that pays. */
  owner: string
  /** What is charged for, as the list of usage names it. */
  sku: string
  microUsd: number
  promptTokens?: number
  rate: { kind: string; most: number }
  /** What would cost less, in words. */
  cheaper: string
  /** Told what was taken, before the call is over. */
  onCharged?: (taken: Balance) => void
}

/**
 * Does work that is paid for: counts it against the limit of its kind, sets the price aside, and
 * takes it when the work succeeded. Sets the limit and balance headers of the answer.
 * @throws HttpError 429 and 402 before the work, 504 when it takes too long, and what the work throws
 */
export async function paidCall<Result>(
  context: AppContext,
  services: PaidServices,
  { owner, sku, microUsd, promptTokens = 0, rate, cheaper, onCharged }: PaidCall,
  work: (limits: WorkLimits) => Promise<Result>,
): Promise<Result> {
  setHeaders(context, await consumeOperationRate(services.counters, owner, rate))
  const reference = context.get('requestId')
  const charge = { reference, owner, model: sku, promptTokens, completionTokens: 0, microUsd }
  const price = await holdPrice(services, charge, cheaper)
  setHeaders(context, balanceHeaders(context, owner, price.balance, price.balance.microUsd))
  const { controller, done } = services.running.begin()
  const deadline = setTimeout(() => controller.abort(requestTimedOut()), services.deadlineMs)
  const limits = {
    signal: AbortSignal.any([context.req.raw.signal, controller.signal]),
    endsAt: Date.now() + services.deadlineMs,
  }
  try {
    const result = await work(limits)
    limits.signal.throwIfAborted()
    const { taken, leftMicroUsd } = await price.charge()
    onCharged?.(taken)
    setHeaders(context, balanceHeaders(context, owner, price.balance, leftMicroUsd))
    return result
  } catch (error) {
    throw limits.signal.aborted ? abortReason(limits.signal) : error
  } finally {
    clearTimeout(deadline)
    price.release()
    done()
  }
}
