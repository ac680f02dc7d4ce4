import { given, isJsonObject } from '../../../contract/json.ts'

/** An error that a JSON-RPC client is told: code, sentence, and data such as revert bytes. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A parameter is missing or has the wrong form. */
export function invalidParams(message: string): RpcError {
  return new RpcError(-32602, message)
}

/** Answers one method; a result that is not there is null, never undefined. */
type RpcMethod = (params: readonly unknown[]) => unknown
export type RpcMethods = Readonly<Record<string, RpcMethod>>

const MAX_BATCH_SIZE = 100

/**
 * Answers a JSON-RPC 2.0 request or batch that was parsed from JSON. Members of a batch run one
 * after the other; notifications run and are not answered, so the result can be undefined.
 */
export async function answerRpc(methods: RpcMethods, body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return answerOne(methods, body)
  if (body.length === 0) return failure(null, new RpcError(-32600, 'The batch is empty.'))
  if (body.length > MAX_BATCH_SIZE)
    return failure(
      null,
      new RpcError(-32600, `The batch has ${body.length} requests; at most ${MAX_BATCH_SIZE} run.`),
    )
  const answers: unknown[] = []
  for (const request of body) {
    const answer = await answerOne(methods, request)
    if (answer !== undefined) answers.push(answer)
  }
  return answers.length === 0 ? undefined : answers
}

async function answerOne(methods: RpcMethods, request: unknown): Promise<unknown> {
  if (!isJsonObject(request) || typeof request['method'] !== 'string')
    return failure(null, new RpcError(-32600, 'A request is an object with a method.'))
  const { id, method, params = [] } = request
  const isNotification = id === undefined
  try {
    if (!Array.isArray(params)) throw invalidParams('params must be an array.')
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (run === undefined)
      throw new RpcError(-32601, `The method ${method.slice(0, 60)} does not exist here.`)
    const result = (await run(params)) ?? null
    return isNotification ? undefined : { jsonrpc: '2.0', id, result }
  } catch (error) {
    return isNotification ? undefined : failure(id, error)
  }
}

function failure(id: unknown, error: unknown) {
  const known =
    error instanceof RpcError
      ? error
      : new RpcError(-32603, error instanceof Error ? error.message : 'Internal error.')
  const { code, message, data } = known
  return { jsonrpc: '2.0', id, error: { code, message, ...given({ data }) } }
}
