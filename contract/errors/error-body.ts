import { isJsonObject } from '../json.ts'
import { z } from '../zod.ts'

/** The plain error body: `{ "error": "text" }`, sometimes with a `code`. */
export const standardErrorSchema = z.looseObject({
  error: z.string(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
})

const issueSchema = z.looseObject({
  code: z.optional(z.string()),
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
})

/**
 * The body of a 400. `details` is a tree of `_errors` lists named like the fields, or a plain text
 * on some image, video and upstream errors; it is read by `issuesOf`, not by a recursive schema,
 * so that deep nesting cannot exhaust the stack.
 */
export const detailedErrorSchema = z.looseObject({
  error: z.string(),
  details: z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
  issues: z.optional(z.array(issueSchema)),
})

/** The 422 of the content policy. */
export const contentPolicyErrorSchema = z.looseObject({
  error: z.string(),
  suggested_prompt: z.optional(z.string()),
})

/** The 413 of a body or file that is too large. */
export const payloadTooLargeSchema = z.looseObject({
  code: z.literal('PAYLOAD_TOO_LARGE'),
  error: z.string(),
})

/** A refused top-up: here `error` is the code. */
export const topUpErrorSchema = z.looseObject({
  error: z.string(),
  message: z.optional(z.string()),
  details: z.optional(z.looseObject({})),
})

/** An error inside a stream, after status 200 was sent. It is terminal. */
export const streamErrorSchema = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.optional(z.string()),
    code: z.nullish(z.string()),
    param: z.nullish(z.string()),
    /** Seconds. */
    retry_after: z.optional(z.number()),
  }),
})

export type StreamError = z.infer<typeof streamErrorSchema>

/** One thing that is wrong with a request. */
export interface Issue {
  /** Where, as `pathText` writes it out; empty when it concerns the whole request. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

const MAX_ISSUES = 100
const MAX_DEPTH = 32
const MAX_NODES = 5_000

/**
 * The problems that a detailed error body lists, from its `issues`, its `details` tree or text, or
 * the `param` of an OpenAI-style error. At most 100, nested at most 32 deep: whatever else a body
 * holds is left out rather than followed.
 */
export function issuesOf(body: unknown): Issue[] {
  if (!isJsonObject(body)) return []
  const found = [...listedIssues(body.issues), ...detailIssues(body.details)]
  if (isJsonObject(body.error)) {
    const { param, message } = body.error
    if (typeof param === 'string' && typeof message === 'string') {
      found.push({ path: paramPath(param), message })
    }
  }
  const seen = new Set<string>()
  return found
    .filter(({ path, message }) => {
      const key = JSON.stringify([path, message])
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, MAX_ISSUES)
}

function listedIssues(issues: unknown): Issue[] {
  if (!Array.isArray(issues)) return []
  return issues.slice(0, MAX_ISSUES).flatMap((candidate: unknown) => {
    if (typeof candidate === 'string') return [{ path: [], message: candidate }]
    if (!isJsonObject(candidate) || typeof candidate.message !== 'string') return []
    return [{ path: listedPath(candidate.path), message: candidate.message }]
  })
}

/** The reason counts more than its place: what can't be read of that is left out. */
function listedPath(path: unknown): (string | number)[] {
  if (typeof path === 'string') return paramPath(path)
  if (!Array.isArray(path)) return []
  return path
    .slice(0, MAX_DEPTH)
    .filter((key): key is string | number => typeof key === 'string' || typeof key === 'number')
}

function detailIssues(details: unknown): Issue[] {
  if (typeof details === 'string') return [{ path: [], message: details }]
  const found: Issue[] = []
  const waiting: { node: unknown; path: (string | number)[] }[] = [{ node: details, path: [] }]
  for (let visited = 0; waiting.length > 0 && visited < MAX_NODES; visited += 1) {
    const next = waiting.shift()
    if (!next || !isJsonObject(next.node)) continue
    for (const [name, child] of Object.entries(next.node).slice(0, MAX_NODES)) {
      if (name === '_errors' && Array.isArray(child)) {
        for (const message of child.slice(0, MAX_ISSUES)) {
          if (typeof message === 'string') found.push({ path: next.path, message })
        }
      } else if (next.path.length < MAX_DEPTH && found.length < MAX_ISSUES) {
        waiting.push({ node: child, path: [...next.path, pathKey(name)] })
      }
    }
  }
  return found
}

/** OpenAI writes a place as one text: `messages[0].content`. */
function paramPath(param: string): (string | number)[] {
  const keys = param.slice(0, 1_000).split(/[.[\]]+/)
  return keys
    .filter((key) => key !== '')
    .slice(0, MAX_DEPTH)
    .map(pathKey)
}

/** The places of a list are named by digits in a tree of objects. */
function pathKey(name: string): string | number {
  return /^\d{1,9}$/.test(name) ? Number(name) : name
}

const MAX_MESSAGE_CHARS = 2_000

const MAX_ERRORS = 20

interface ErrorText {
  readonly message?: string
  readonly code?: string
}

/**
 * Reads message and code from an error body. On the top-up route, and where a message stands beside
 * it, a text `error` in capitals is the code.
 */
export function errorTextOf(body: unknown, isTopUp: boolean): ErrorText {
  if (typeof body === 'string') return plainText(body)
  if (!isJsonObject(body)) return {}
  const { error } = body
  if (isJsonObject(error)) {
    return text(error.message, typeof error.code === 'number' ? String(error.code) : error.code)
  }
  const code = body.code ?? (isTopUp ? error : undefined)
  return text(body.message ?? error ?? joined(body.detail) ?? joined(body.errors), code)
}

function joined(errors: unknown): unknown {
  if (!Array.isArray(errors)) return errors
  const words = errors
    .slice(0, MAX_ERRORS)
    .map((each: unknown) => (isJsonObject(each) ? (each.msg ?? each.message) : each))
  return words.filter((each) => typeof each === 'string').join('; ')
}

function text(message: unknown, code: unknown): ErrorText {
  return {
    ...(typeof message === 'string' &&
      message.trim() !== '' && { message: message.trim().slice(0, MAX_MESSAGE_CHARS) }),
    ...(typeof code === 'string' && /^[\w.-]{1,100}$/.test(code) && { code }),
  }
}

/** A text body is quoted, but not when it is a page of HTML: its markup explains nothing. */
function plainText(body: string): ErrorText {
  return /^\s*</.test(body) ? {} : text(body, undefined)
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'invalid request',
  401: 'authentication failed',
  402: 'payment required',
  403: 'forbidden',
  404: 'not found',
  408: 'timed out',
  409: 'conflict',
  410: 'removed',
  413: 'too large',
  415: 'unsupported content type',
  422: 'content refused',
  429: 'rate limit exceeded',
  500: 'inference failed',
  502: 'bad gateway',
  503: 'at capacity',
  504: 'timed out',
}

/** The sentence shown when a body has no words of its own. */
export function fallbackMessage(status: number): string {
  const words = STATUS_WORDS[status]
  return `Status ${status}${words ? ` (${words})` : ''} without a message.`
}
