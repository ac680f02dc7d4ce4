import { given } from '../../../contract/json.ts'
import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'
import type { z } from '../../../contract/zod.ts'
import { providerNoCredit } from '../auth/provider-keys.ts'
import { StorageUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AppContext } from './app-environment.ts'
import { API_POLICY, sendJson, setHeaders } from './respond.ts'

/** An answer with an error status: what the client gets, in the shapes of the contract ("Errors"). */
export class HttpError extends Error {
  readonly status: number
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: JsonObject, headers: Readonly<Record<string, string>> = {}) {
    super(typeof body['error'] === 'string' ? body['error'] : `HTTP ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** A 400 for what the model of a request lacks; the real service counts these apart. */
export class UnsupportedFeature extends HttpError {}

/** A StandardError: a sentence, and the published name of the case where there is one. */
export function standardError(
  status: number,
  message: string,
  code?: string,
  headers?: Readonly<Record<string, string>>,
): HttpError {
  return new HttpError(status, { error: message, ...given({ code }) }, headers)
}

const MAX_ISSUES = 100

/** A DetailedError (400): the first hundred issues as a tree of `_errors` and as a list. */
export function validationError(found: readonly ValidationIssue[], Kind = HttpError): HttpError {
  const issues = found.slice(0, MAX_ISSUES)
  return new Kind(400, {
    error: 'Invalid request parameters',
    details: errorTree(issues),
    issues: issues.map(({ code, path, message }) => ({ code, path, message })),
  })
}

/** A DetailedError (400) about one place of a request, with the machine word and a sentence. */
export function invalidValue(
  path: ValidationIssue['path'],
  code: string,
  message: string,
): HttpError {
  return validationError([{ path, code, message }])
}

/** A DetailedError about one field, with the published name of the case. */
export function fieldError(status: number, code: string, field: string, message: string) {
  const { body } = invalidValue([field], 'custom', message)
  return new HttpError(status, { ...body, code })
}

/** A value that follows a schema. @throws HttpError 400 with every issue */
export function requireValid<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = validate(schema, value)
  if (!result.ok) throw validationError(result.issues)
  return result.value
}

function errorTree(issues: readonly ValidationIssue[]): JsonObject {
  const root: TreeNode = newNode()
  for (const { path, message } of issues) {
    const node = path.reduce<TreeNode>((parent, key) => {
      const child = parent.children.get(String(key)) ?? newNode()
      parent.children.set(String(key), child)
      return child
    }, root)
    node.errors.push(message)
  }
  return toJson(root)
}

interface TreeNode {
  errors: string[]
  children: Map<string, TreeNode>
}

function newNode(): TreeNode {
  return { errors: [], children: new Map() }
}

function toJson({ errors, children }: TreeNode): JsonObject {
  const members = [...children].map(([name, child]): [string, JsonValue] => [name, toJson(child)])
  return { _errors: errors, ...Object.fromEntries(members) }
}

/** What the log says of a request whose client left before the answer. Nobody receives it. */
export const CLIENT_GONE = 499

/** What error answers call the machine: its own name is nobody's business. */
const HOST_NAME = 'local'

/** Turns whatever was thrown into an error answer; what nobody expected is logged and told as 500. */
export function errorResponse(log: Log) {
  return (error: unknown, context: AppContext): Response | Promise<Response> => {
    const known = error instanceof HttpError ? error : toHttpError(error, context, log)
    setHeaders(context, { 'x-vendor-host-name': HOST_NAME })
    const { code } = known.body
    const likeProvider = context.get('likeProvider') === true
    // The contract's 415; the real service keeps that for encodings.
    const status = likeProvider && code === 'INVALID_CONTENT_TYPE' ? 400 : known.status
    const body =
      likeProvider && code === 'INSUFFICIENT_BALANCE'
        ? providerNoCredit(context.get('apiKey'))
        : known.body
    return sendJson(context, body, status, known.headers)
  }
}

function toHttpError(error: unknown, context: AppContext, log: Log): HttpError {
  if (context.req.raw.signal.aborted)
    return standardError(CLIENT_GONE, 'The client closed the connection.')
  if (error instanceof StorageUnavailable) {
    log('error', error.message, { requestId: context.get('requestId'), cause: String(error.cause) })
    return standardError(503, 'Storage unavailable. Try again in a moment.', 'MODEL_OFFLINE', {
      'Retry-After': '2',
    })
  }
  log('error', 'unexpected error', {
    requestId: context.get('requestId'),
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  return standardError(500, 'Inference processing failed.', 'INFERENCE_FAILED')
}

/** Rules of another server for its own pages, its cookies, and what its pages do next: not for our origin. */
const NOT_OURS =
  /^(?:set-cookie2?|refresh|clear-site-data|strict-transport-security|service-worker-allowed|x-frame-options|(?:permissions|feature|document)-policy|origin-agent-cluster|cross-origin-(?:opener|embedder)-policy|content-security-policy|.+-report-only|report-to|reporting-endpoints|nel|speculation-rules|alt-svc|accept-ch|critical-ch|(?:x-)?sourcemap)$/

const OURS = {
  'content-security-policy': API_POLICY,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** A response of another server, or a recorded one, under the rules of this origin whatever headers it has. */
export function passedBack(answer: (context: AppContext) => Promise<Response>) {
  return async (context: AppContext): Promise<Response> => {
    const response = await answer(context)
    const foreign = [...response.headers.keys()].filter((name) => NOT_OURS.test(name))
    for (const name of foreign) response.headers.delete(name)
    for (const [name, value] of Object.entries(OURS)) response.headers.set(name, value)
    return response
  }
}
