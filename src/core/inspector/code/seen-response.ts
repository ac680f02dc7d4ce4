import { headerValue } from '../../../../contract/headers/header-list.ts'
import { redactSecretShapes } from '../../../../contract/headers/secrets/secret-mask.ts'
import {
  given,
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'

/** What a test expects of one choice of a chat response. */
export interface SeenChoice {
  index: number
  finishReason?: string
  hasText: boolean
  /** The whole text, only where the request had a seed: otherwise it differs each time. */
  text?: string
  /** Names of the tools that it called, in order. */
  tools: readonly string[]
  /** Whether the text was JSON because the request wanted that. */
  isJson: boolean
}

/** What a test may expect of the response to a request, because it was seen. */
export interface SeenResponse {
  status: number
  /** Media type without parameters; absent where the page may not read it. */
  mediaType?: string
  /** The connection was lost before the response was complete. */
  isCut: boolean
  form: 'events' | 'json' | 'other'
  /** Members of a JSON object whose values are the same each time, such as `object`. */
  fixed: readonly (readonly [name: string, value: string])[]
  /** Names of the members of a JSON object. */
  members: readonly string[]
  choices: readonly SeenChoice[]
  /** A stream ended with `[DONE]`. */
  isDone: boolean
}

/** Values that say of which kind a response is. */
const FIXED = ['object', 'code', 'type']

/** What was seen of a response; undefined where none came, it is not over, or a person stopped it. */
export function seenResponse(exchange: Partial<Exchange>): SeenResponse | undefined {
  const { status, outcome, headers = [], body, events = [], request, shortened } = exchange
  if (status === undefined || outcome === undefined || outcome === 'open' || outcome === 'stopped')
    return undefined
  const mediaType = headerValue(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const whole = body?.kind === 'json' && isJsonObject(body.value) ? body.value : {}
  const form =
    mediaType === 'text/event-stream' ? 'events' : body?.kind === 'json' ? 'json' : 'other'
  const data = Array.from(events, (event) => event.data)
  const sent = isJsonObject(request?.body) ? request.body : {}
  const isComplete = outcome !== 'cut' && shortened !== true
  const choices =
    form === 'events' ? streamedChoices(data) : listAt(whole, 'choices').map(wholeChoice)
  const isWanted =
    isJsonObject(sent['response_format']) && sent['response_format']['type'] !== 'text'
  return {
    status,
    ...given({ mediaType }),
    isCut: outcome === 'cut',
    form,
    fixed: FIXED.flatMap((name) => {
      const value = whole[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
    members: Object.keys(whole),
    choices: choices.map(({ text, ...choice }) => ({
      ...choice,
      hasText: text !== '',
      isJson: isWanted && readJson(text) !== undefined,
      ...(isComplete &&
      typeof sent['seed'] === 'number' &&
      text !== '' &&
      redactSecretShapes(text) === text
        ? { text }
        : {}),
    })),
    isDone: data.at(-1) === '[DONE]',
  }
}

interface ReadChoice {
  index: number
  finishReason?: string
  text: string
  tools: string[]
}

function wholeChoice(choice: JsonObject, at: number): ReadChoice {
  const message = objectAt(choice, 'message')
  return {
    index: typeof choice['index'] === 'number' ? choice['index'] : at,
    text: textAt(message, 'content') ?? '',
    tools: toolNames(message),
    ...finishReason(choice),
  }
}

function streamedChoices(data: readonly string[]): ReadChoice[] {
  const choices = new Map<number, ReadChoice>()
  for (const each of data) {
    const event = each === '[DONE]' ? undefined : readJson(each)
    for (const piece of isJsonObject(event) ? listAt(event, 'choices') : []) {
      const index = typeof piece['index'] === 'number' ? piece['index'] : 0
      const before = choices.get(index) ?? { index, text: '', tools: [] }
      const delta = objectAt(piece, 'delta')
      choices.set(index, {
        ...before,
        text: before.text + (textAt(delta, 'content') ?? ''),
        tools: [...before.tools, ...toolNames(delta)],
        ...finishReason(piece),
      })
    }
  }
  return [...choices.values()]
}

function toolNames(message: JsonObject): string[] {
  return listAt(message, 'tool_calls').flatMap(
    (call) => textAt(objectAt(call, 'function'), 'name') ?? [],
  )
}

function finishReason(choice: JsonObject): { finishReason?: string } {
  const reason = textAt(choice, 'finish_reason')
  return reason === undefined ? {} : { finishReason: reason }
}

function listAt(object: JsonObject, name: string): JsonObject[] {
  const value = object[name]
  return Array.isArray(value) ? value.filter((item: JsonValue) => isJsonObject(item)) : []
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name]
  return isJsonObject(value) ? value : {}
}

function textAt(object: JsonObject, name: string): string | undefined {
  const value = object[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
