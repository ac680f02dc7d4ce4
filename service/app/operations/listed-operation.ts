import type { FieldTable } from '../../../contract/field-rule.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { OperationType } from '../../../contract/limits/rate-limits.ts'
import type { Model, ModelType } from '../../../contract/models/model.ts'
import type { z } from '../../../contract/zod.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readForm } from '../http/body/read-form.ts'
import { readJson } from '../http/body/read-json.ts'
import { requireValid, standardError } from '../http/http-error.ts'
import { respond } from '../http/respond.ts'
import { sendJson, sendText } from '../http/send-json.ts'
import { setHeaders } from '../http/set-headers.ts'
import type { PictureCodec, WorkLimits } from '../images/picture-codec.ts'
import { operationLimit } from '../limits/customer-tier.ts'
import { modelHeaders } from '../models/model-headers.ts'
import { modelOfType } from '../models/model-of-type.ts'
import type { Operation } from './openapi/operation.ts'
import { paidCall, type PaidServices } from './paid-call.ts'

/** What these operations need from the service. */
interface ListedServices extends PaidServices {
  pictures: PictureCodec
}

/** What a call was answered: JSON, plain text, or a file. */
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

/** An operation as the document describes it, and what makes its handler. */
export interface ListedOperation {
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
