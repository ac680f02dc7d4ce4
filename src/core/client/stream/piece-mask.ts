import { redacted } from '../../../../contract/headers/secrets/secret-shapes.ts'
import {
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
import { secretMask } from '../secret-mask.ts'

/** So many characters of a secret in a row are that secret, and no other text that begins like it. */
const CERTAIN = 16

/** Masks the pieces of one text as they come. */
type PieceMask = (piece: string) => string

/**
 * Masks secrets that a model repeats, whole anywhere or in pieces: in the content, the reasoning and the tool calls of each choice of a
 * stream. What is certain to be one is masked from there on, so at most 15 characters of it are seen; all other
 * events stay exactly as they came. Takes the data of one event after the other.
 */
export function createEventMask(secrets: readonly string[]): (data: string) => string {
  if (secrets.length === 0) return (data) => data
  const maskWhole = secretMask(secrets)
  const texts = new Map<string, PieceMask>()
  const maskOf = (text: string): PieceMask => {
    const known = texts.get(text) ?? allMasks(secrets)
    texts.set(text, known)
    return known
  }
  return (received) => {
    const data = maskWhole(received)
    const event = readJson(data)
    const choices = isJsonObject(event) ? event['choices'] : undefined
    if (!isJsonObject(event) || !Array.isArray(choices)) return data
    const masked = choices.map((choice) => maskedChoice(choice, maskOf))
    return masked.every((choice, at) => choice === choices[at])
      ? data
      : JSON.stringify({ ...event, choices: masked })
  }
}

function maskedChoice(choice: JsonValue, maskOf: (text: string) => PieceMask): JsonValue {
  const delta = isJsonObject(choice) ? choice['delta'] : undefined
  if (!isJsonObject(choice) || !isJsonObject(delta)) return choice
  const place = JSON.stringify(choice['index'])
  const changed = {
    ...maskedMembers(delta, ['content', 'reasoning_content'], place, maskOf),
    ...maskedCalls(delta['tool_calls'], place, maskOf),
  }
  return Object.keys(changed).length === 0 ? choice : { ...choice, delta: { ...delta, ...changed } }
}

/** The members among the named ones that are to be changed. */
function maskedMembers(
  owner: JsonObject,
  names: readonly string[],
  place: string,
  maskOf: (text: string) => PieceMask,
): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const piece = owner[name]
      if (typeof piece !== 'string' || piece === '') return []
      const text = maskOf(`${place} ${name}`)(piece)
      return text === piece ? [] : [[name, text]]
    }),
  )
}

function maskedCalls(
  calls: JsonValue | undefined,
  place: string,
  maskOf: (text: string) => PieceMask,
): JsonObject {
  if (!Array.isArray(calls)) return {}
  const masked = calls.map((call) => {
    const called = isJsonObject(call) ? call['function'] : undefined
    if (!isJsonObject(call) || !isJsonObject(called)) return call
    const at = `${place} ${JSON.stringify(call['index'])}`
    const changed = maskedMembers(called, ['arguments'], at, maskOf)
    return Object.keys(changed).length === 0
      ? call
      : { ...call, function: { ...called, ...changed } }
  })
  return masked.every((call, at) => call === calls[at]) ? {} : { tool_calls: masked }
}

function allMasks(secrets: readonly string[]): PieceMask {
  const masks = secrets.map(createPieceMask)
  return (piece) => masks.reduce((text, mask) => mask(text), piece)
}

/** Masks one secret in a text that comes in pieces. */
function createPieceMask(secret: string): PieceMask {
  const certain = Math.min(CERTAIN, Math.ceil(secret.length / 2))
  /** The longest end of the text so far that the secret begins with. */
  let begun = ''
  return (piece) => {
    if (piece === '') return piece
    let more = 0
    if (begun !== '')
      while (more < piece.length && piece[more] === secret[begun.length + more]) more += 1
    const length = begun.length + more
    const isCertain = more > 0 && length >= certain
    const marked = begun.length >= certain ? '' : redacted(secret)
    const start = isCertain ? marked : piece.slice(0, more)
    const rest = piece.slice(more)
    if (rest === '' && length < secret.length) {
      begun += piece
      return start
    }
    begun = endThatBegins(secret, isCertain ? rest : begun + piece)
    if (begun.length < certain) return start + rest
    return start + rest.slice(0, Math.max(0, rest.length - begun.length)) + redacted(secret)
  }
}

/** The longest end of a text that a secret begins with, without being all of it. */
function endThatBegins(secret: string, text: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (secret.startsWith(text.slice(-length))) return text.slice(-length)
  return ''
}
