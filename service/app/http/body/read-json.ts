import { MAX_JSON_BODY_BYTES } from '../../../../contract/limits/sizes.ts'
import { standardError, validationError } from '../http-error.ts'
import { createJsonCounter } from './json-counts.ts'
import { readBytes } from './read-bytes.ts'

/**
 * Reads a JSON body, counting its bytes and what it holds while reading.
 * @throws HttpError 415 for another content type, 413 above the limit, 400 for anything but JSON
 * and for JSON that holds too much
 */
export async function readJson(
  request: Request,
  limit: number = MAX_JSON_BODY_BYTES,
  mostValues?: number,
): Promise<unknown> {
  if (!isJsonType(request.headers.get('content-type')))
    throw standardError(
      415,
      'Invalid request content type. Send JSON with the header Content-Type: application/json.',
      'INVALID_CONTENT_TYPE',
    )
  const counter = createJsonCounter(mostValues)
  const bytes = await readBytes(request, limit, (part) => {
    const excess = counter.add(part)
    if (excess !== undefined)
      throw bodyError('too_big', `The body holds too much; ${excess} are read.`)
  })
  return parse(new TextDecoder().decode(bytes))
}

function isJsonType(type: string | null): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw bodyError(
      'invalid_json',
      `The body is not valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'cannot be read'}`,
    )
  }
}

function bodyError(code: string, message: string) {
  return validationError([{ path: [], code, message }])
}
