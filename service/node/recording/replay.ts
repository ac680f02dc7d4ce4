import { jsonDifferences, type JsonDifference } from '../../../contract/json-differences.ts'
import { given } from '../../../contract/json.ts'
import { type AppContext, dropConnection } from '../../app/http/app-environment.ts'
import { readBytes } from '../../app/http/body/read-body.ts'
import { HttpError } from '../../app/http/http-error.ts'
import { headersOf, respond } from '../../app/http/respond.ts'
import { pause } from '../../app/timing.ts'
import { requestBody, requestKey, requestPath } from './read-recordings.ts'
import type { RecordedRequest, Recording } from './read-recordings.ts'
import { createRedact, postDataOf } from './redact-request.ts'

/** Time as a replay sees it, ms. `wait` rejects when the signal ends it. */
export interface ReplayClock {
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
}

const CLOCK: ReplayClock = { now: () => performance.now(), wait: pause }

/** Without any waiting, in the same order. */
export const INSTANT: ReplayClock = { now: () => 0, wait: async () => undefined }

const MAX_BODY_BYTES = 64_000_000

/**
 * Answers what is below `/api/v1` from recordings (`--replay`): the same status, headers, chunks and cuts at the same
 * times. A request that was recorded several times gets its responses in order, then the first again.
 */
export function createReplay(recordings: readonly Recording[], clock: ReplayClock = CLOCK) {
  const byRequest = new Map<string, { recordings: Recording[]; served: number }>()
  for (const recording of recordings) {
    const key = requestKey(recording.request)
    const same = byRequest.get(key)
    if (same === undefined) byRequest.set(key, { recordings: [recording], served: 0 })
    else same.recordings.push(recording)
  }
  return async (context: AppContext): Promise<Response> => {
    const { raw } = context.req
    const started = clock.now()
    const redact = createRedact(raw.headers)
    const bytes = await readBytes(raw, MAX_BODY_BYTES)
    const data = await postDataOf(bytes, raw.headers.get('content-type') ?? '', redact)
    const request: RecordedRequest = {
      method: raw.method,
      path: requestPath(raw.url),
      body: requestBody(data, redact),
    }
    const same = byRequest.get(requestKey(request))
    const recording = same?.recordings[same.served % same.recordings.length]
    if (same === undefined || recording === undefined) throw notRecorded(request, recordings)
    same.served += 1
    if (recording.isBodyMissing) throw bodyNotRecorded(recording)
    const due = (at: number) => Math.max(0, started + at - clock.now())
    await waitFor(clock, due(recording.headersAt), raw.signal)
    if (recording.status === 0) {
      await dropConnection(context, 'not begun')
      return respond(context, null, 502)
    }
    const headers = headersOf(context)
    for (const name of ['cf-ray', 'x-vendor-version']) delete headers[name]
    for (const [name, value] of recording.headers) headers[name] = value
    const { status } = recording
    const isEmpty = status === 204 || status === 304 || raw.method === 'HEAD'
    const body = isEmpty ? null : bodyOf(recording, context, clock, due)
    return respond(context, body, status)
  }
}

async function waitFor(clock: ReplayClock, ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await clock.wait(ms, signal)
}

function bodyOf(
  { chunks, isCut, endsAt }: Recording,
  context: AppContext,
  clock: ReplayClock,
  due: (at: number) => number,
): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, context.req.raw.signal])
  let next = 0
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = chunks[next]
        next += 1
        try {
          await waitFor(clock, due(chunk?.at ?? endsAt), signal)
        } catch {
          // The client left: nothing is sent any more.
          return
        }
        if (chunk !== undefined) return controller.enqueue(chunk.bytes)
        if (isCut) await dropConnection(context, 'begun')
        // Dropping the connection cancels this stream.
        if (!left.signal.aborted) controller.close()
      },
      cancel: () => left.abort(),
    },
    { highWaterMark: 0 },
  )
}

const MAX_DIFFERENCES = 20

/** A 404 that names the recording that is most like the request, and what is different in it. */
function notRecorded(request: RecordedRequest, recordings: readonly Recording[]): HttpError {
  const line = `${request.method} ${request.path}`
  const alike = recordings.filter(
    (recording) =>
      recording.request.method === request.method && recording.request.path === request.path,
  )
  const [nearest] = alike
    .map(({ source, request: { body } }) => ({
      source,
      differences: jsonDifferences(body, request.body),
    }))
    .toSorted((one, other) => one.differences.length - other.differences.length)
  if (nearest === undefined) {
    const lines = new Set(recordings.map((each) => `${each.request.method} ${each.request.path}`))
    const some = [...lines].slice(0, MAX_DIFFERENCES)
    return new HttpError(404, {
      error: `No recording of ${line}. Recorded requests: ${some.join(', ')}.`,
      code: 'NOT_RECORDED',
      recorded: some,
    })
  }
  const { source, differences } = nearest
  const [first] = differences
  const more = differences.length > 1 ? `, and ${differences.length - 1} more` : ''
  return new HttpError(404, {
    error: `No recording of this ${line}. The nearest is ${source}; it differs in ${first ? differenceText(first) : 'nothing'}${more}.`,
    code: 'NOT_RECORDED',
    nearest: source,
    differences: differences
      .slice(0, MAX_DIFFERENCES)
      .map(({ path, before, after }) => ({
        path: path === '' ? 'body' : path,
        ...given({ recorded: before, requested: after }),
      })),
  })
}

/** An empty response would be taken for what the API said. */
function bodyNotRecorded({ source, request: { method, path } }: Recording): HttpError {
  return new HttpError(404, {
    error: `The body of the response to ${method} ${path} is not in ${source}. Browsers leave out the events of streams; record them with --record.`,
    code: 'BODY_NOT_RECORDED',
  })
}

function differenceText({ path, before, after }: JsonDifference): string {
  return `${path === '' ? 'the body' : path} (recorded: ${shortValue(before)}, requested: ${shortValue(after)})`
}

function shortValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
