import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../../../contract/json.ts'
import { pathText, validate } from '../../../contract/validation.ts'
import { z } from '../../../contract/zod.ts'
import type { ExchangeBody } from '../client/exchanges/exchange.ts'
import type { ApiCall } from '../client/request.ts'

const path = z.string().check(z.regex(/^\/(?!\/)[^\s#\\]*$/), z.maxLength(500))
const place = z.string().check(z.minLength(1), z.maxLength(200))
const values = z.array(z.string()).check(z.maxLength(20))

const jobKindSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Where the response to the first request has the ID. */
  id: place,
  retrieve: z.strictObject({
    method: z.enum(['GET', 'POST']),
    path,
    body: z.exactOptional(z.record(z.string(), z.json())),
  }),
  /** Where the response to a retrieval has the status; one that is a file is the result. */
  status: place,
  /** The statuses of a job that ended, in any case; every other one goes on. */
  done: values,
  failed: values,
  /** Where the file of a job that is done comes from, if not with its status. */
  content: z.exactOptional(path),
})

/**
 * How the jobs of an API are followed. Places are keys joined by dots: `data.id`. In the request that
 * retrieves, `{id}` is replaced by the ID of the job, and `{model}` by that property of the first request.
 */
export type JobKind = z.infer<typeof jobKindSchema>

const DONE = ['completed', 'succeeded', 'done']
const FAILED = ['failed', 'error', 'canceled', 'cancelled', 'expired']

const queued = (name: string, base: string): JobKind => ({
  name,
  id: 'queue_id',
  retrieve: {
    method: 'POST',
    path: `${base}/retrieve`,
    body: { model: '{model}', queue_id: '{id}' },
  },
  status: 'status',
  done: DONE,
  failed: FAILED,
})

/** What is known of public APIs, by the path of the first request. */
export const JOB_PRESETS: Readonly<Record<string, JobKind>> = {
  '/video/queue': queued('Video', '/video'),
  '/audio/queue': queued('Audio', '/audio'),
  '/videos': {
    name: 'Video',
    id: 'id',
    retrieve: { method: 'GET', path: '/videos/{id}' },
    status: 'status',
    done: DONE,
    failed: FAILED,
    content: '/videos/{id}/content',
  },
}

/** How a job of a path is followed unless a person says otherwise. */
export function defaultKind(submitPath: string): JobKind {
  const [route = ''] = submitPath.split('?', 1)
  return (
    JOB_PRESETS[route] ?? {
      name: 'Job',
      id: 'id',
      retrieve: { method: 'GET', path: `${route}/{id}` },
      status: 'status',
      done: DONE,
      failed: FAILED,
    }
  )
}

/** Reads what a person wrote; a sentence where it is no such thing. */
export function readJobKind(text: string): JobKind | string {
  const value = readJson(text)
  if (value === undefined) return 'Invalid JSON'
  const result = validate(jobKindSchema, value)
  if (result.ok) return result.value
  const [issue] = result.issues
  return issue === undefined ? 'Invalid value' : `${pathText(issue.path)}: ${issue.message}`
}

/** The ID in the response to the first request; undefined where it has none. */
export function readRemoteId(kind: JobKind, body: ExchangeBody): string | undefined {
  const id = body.kind === 'json' ? valueAt(body.value, kind.id) : undefined
  if (typeof id === 'number') return String(id)
  return typeof id === 'string' && id !== '' && id.length <= 500 ? id : undefined
}

/** The request that retrieves the status of a job. */
export function retrieveCall(kind: JobKind, id: string, first: JsonValue | undefined): ApiCall {
  const { method, path: template, body } = kind.retrieve
  const values = { ...(isJsonObject(first) ? first : {}), id }
  return {
    method,
    path: filledPath(template, values),
    ...(body === undefined || method === 'GET' ? {} : { body: filled(body, values) }),
  }
}

/** The request for the file of a job that is done; undefined where it comes with the status. */
export function contentCall(kind: JobKind, id: string): ApiCall | undefined {
  return kind.content === undefined
    ? undefined
    : { method: 'GET', path: filledPath(kind.content, { id }) }
}

/** What the response to a retrieval says of the job. */
export function readJobStatus(
  kind: JobKind,
  body: ExchangeBody,
): { state: 'running' | 'done' } | { state: 'failed'; problem: string } {
  if (body.kind !== 'json') return { state: 'done' }
  const found = valueAt(body.value, kind.status)
  const status = typeof found === 'object' ? '' : String(found ?? '')
  const isIn = (list: readonly string[]) =>
    list.some((one) => one.toLowerCase() === status.toLowerCase())
  if (isIn(kind.done)) return { state: 'done' }
  if (!isIn(kind.failed)) return { state: 'running' }
  const reason = valueAt(body.value, 'error.message') ?? valueAt(body.value, 'error')
  return {
    state: 'failed',
    problem: typeof reason === 'string' ? reason.slice(0, 500) : `Status: ${status}`,
  }
}

function valueAt(value: JsonValue, keys: string): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (const key of keys.split('.')) {
    if (Array.isArray(at)) at = at[Number(key)]
    else if (isJsonObject(at) && Object.hasOwn(at, key)) at = at[key]
    else return undefined
  }
  return at
}

const NAMES = /\{(\w+)\}/g

function filledPath(template: string, values: JsonObject): string {
  return template.replace(NAMES, (_, name: string) => encodeURIComponent(textOf(values[name])))
}

/** A body with its names replaced; a property that is only a name without value is left out. */
function filled(template: JsonObject, values: JsonObject): JsonObject {
  const body: JsonObject = {}
  for (const [key, value] of Object.entries(template)) {
    const [, only] = /^\{(\w+)\}$/.exec(typeof value === 'string' ? value : '') ?? []
    if (only !== undefined && values[only] === undefined) continue
    body[key] = isJsonObject(value)
      ? filled(value, values)
      : typeof value === 'string'
        ? value.replace(NAMES, (_, name: string) => textOf(values[name]))
        : value
  }
  return body
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Where a job is. `intended`: written before its request left; `submitted` and `running`: it has an ID;
 * `unknown`: its request may have arrived, or nothing can be learned of it without a person.
 */
export type JobState = 'intended' | 'submitted' | 'running' | 'done' | 'failed' | 'unknown'

/** The request that queues a job: always a POST of JSON. */
export interface JobCall {
  path: string
  body?: JsonValue
  headers?: HeaderList
}

/** One job: a request that an API queues, and whose result is retrieved later. Times in Unix ms. */
export interface Job {
  id: string
  kind: JobKind
  connection: { id: string; name: string }
  call: JobCall
  /** The API returns the same job for the same `Idempotency-Key`, so it is sent, with this job's id. */
  sendsKey: boolean
  createdAt: number
  state: JobState
  /** The ID that the API gave it. */
  remoteId?: string
  /** The last request of it that was worth keeping: the one that queued it, then the one that ended it. */
  exchangeId?: string
  /** What went wrong last, in words. */
  problem?: string
  /** It was not sent, as it may cost more than a spend limit. */
  isOverLimit?: true
  /** How often its status was retrieved. */
  polls: number
  /** Retrievals in a row that the API refused. */
  refusals: number
  /** When its status is retrieved next. */
  nextAt: number
  endedAt?: number
  /** Size of the stored result, bytes; absent where none is stored. */
  resultBytes?: number
}

/** Whether a job goes on by itself. */
export function isOpen({ state }: Job): boolean {
  return state === 'intended' || state === 'submitted' || state === 'running'
}

/** Whether its status is retrieved by itself. */
export function isFollowed({ state }: Job): boolean {
  return state === 'submitted' || state === 'running'
}

/** The job once more has happened to it: what went wrong before is no longer said. */
export function advanced(
  { problem: _problem, isOverLimit: _isOverLimit, endedAt: _endedAt, ...rest }: Job,
  change: Partial<Job>,
): Job {
  return { ...rest, ...change }
}
