import { MAX_JSON_BODY_BYTES } from '../../contract/limits/sizes.ts'
import { type HttpError, standardError, validationError } from './http-error.ts'

const DEEPEST = 200

/**
 * Reads a JSON body, counting bytes while reading.
 * @throws HttpError 415 for another content type, 413 above the limit, 400 for anything but JSON
 */
export async function readJson(
  request: Request,
  limit: number = MAX_JSON_BODY_BYTES,
): Promise<unknown> {
  if (!isJsonType(request.headers.get('content-type')))
    throw standardError(
      415,
      'Invalid request content type. Send JSON with the header Content-Type: application/json.',
      'INVALID_CONTENT_TYPE',
    )
  const text = await readText(request, limit)
  const value = parse(text)
  if (isDeeperThan(value, DEEPEST))
    throw bodyError(`The body is nested too deeply; at most ${DEEPEST} levels are read.`)
  return value
}

/**
 * Reads a body as text, counting bytes while reading.
 * @throws HttpError 413 above the limit
 */
export async function readText(request: Request, limit: number): Promise<string> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > limit) throw tooLarge(limit)
  // No more arrives than was declared, so nothing need be counted; this way is the quickest.
  if (declared !== null) return request.text()
  const body = request.body
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let bytes = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > limit) {
      void reader.cancel().catch(() => undefined)
      throw tooLarge(limit)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function isJsonType(type: string | null): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw bodyError(
      `The body is not valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'cannot be read'}`,
    )
  }
}

function bodyError(message: string): HttpError {
  return validationError([{ path: [], code: 'invalid_json', message }])
}

function tooLarge(limit: number): HttpError {
  return standardError(413, `The body is larger than ${limit / 1_000_000} MB.`, 'PAYLOAD_TOO_LARGE')
}

/** Without recursion: the depth is the caller's to choose, the stack is not. */
function isDeeperThan(value: unknown, deepest: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    )
    if (level.length === 0) return false
  }
  return true
}
