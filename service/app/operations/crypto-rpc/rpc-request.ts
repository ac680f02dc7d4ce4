import { isJsonObject } from '../../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import { invalidValue, validationError } from '../../http/http-error.ts'

/** Requests in one batch at most. */
const MAX_BATCH_SIZE = 100

const requestSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.exactOptional(z.union([z.string(), z.number(), z.null()])),
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  params: z.exactOptional(z.union([z.array(z.unknown()), z.looseObject({})])),
})

/** The body of the JSON-RPC proxy: one request, or a batch. */
export const rpcBodySchema = z.union([
  requestSchema,
  z.array(requestSchema).check(z.minLength(1), z.maxLength(MAX_BATCH_SIZE)),
])

/** One JSON-RPC 2.0 request. Without an id it is a notification, which is not answered. */
export type RpcRequest = z.infer<typeof requestSchema>

/** Reads a request or a batch. @throws HttpError 400 for anything else */
export function readRpcRequests(body: unknown): readonly RpcRequest[] {
  if (!Array.isArray(body)) return [validated(body, [])]
  if (body.length === 0 || body.length > MAX_BATCH_SIZE)
    throw invalidValue(
      [],
      body.length === 0 ? 'too_small' : 'too_big',
      `The batch has ${body.length} requests, but may have 1 to ${MAX_BATCH_SIZE}.`,
    )
  return body.map((request, index) => validated(request, [index]))
}

function validated(request: unknown, path: ValidationIssue['path']): RpcRequest {
  if (!isJsonObject(request))
    throw invalidValue(path, 'invalid_type', 'A JSON-RPC request must be an object.')
  const result = validate(requestSchema, request)
  if (result.ok) return result.value
  throw validationError(
    result.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
  )
}
