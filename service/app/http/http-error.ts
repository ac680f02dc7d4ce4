import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'
import type { z } from '../../../contract/zod.ts'

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
  return new HttpError(status, { error: message, ...(code === undefined ? {} : { code }) }, headers)
}

/** Most issues that one response lists. */
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
