import { MAX_JSON_BODY_BYTES } from '../../../../contract/limits/sizes.ts'
import { errorMessage } from '../../errors.ts'
import { nextTurn } from '../../timing/next-turn.ts'
import { invalidValue, standardError } from '../http-error.ts'
import { createJsonCounter } from './json-counts.ts'
import { readBytes } from './read-bytes.ts'

/** Bodies above this are not read in one turn, bytes. */
const LONG_BYTES = 1_000_000

const decoder = new TextDecoder()

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
  const counter = createJsonCounter(mostValues === undefined ? {} : { mostValues })
  const bytes = await readBytes(request, limit, (part) => {
    const excess = counter.add(part)
    if (excess !== undefined)
      throw invalidValue([], 'too_big', `The body is too complex: ${excess} are accepted.`)
  })
  // A long body takes long to decode and to parse: what arrived meanwhile goes between.
  const isLong = bytes.length > LONG_BYTES
  if (isLong) await nextTurn()
  const text = decoder.decode(bytes)
  if (isLong) await nextTurn()
  return parse(text)
}

/** Whether a content type is JSON. */
export function isJsonType(type: string | null): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = errorMessage(error).slice(0, 200)
    throw invalidValue([], 'invalid_json', `The body is invalid JSON: ${reason}`)
  }
}
