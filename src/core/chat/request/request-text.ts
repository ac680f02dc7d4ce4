import { type Message, messageSchema } from '../../../../contract/chat/messages.ts'
import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import { chatRequestSchema, reviewRequest } from '../../../../contract/chat/request/request.ts'
import { vendorFields } from '../../../../contract/chat/request/vendor-parameters.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { neutralBody, wireBody, wireName } from '../../../../contract/provider-name.ts'
import { validate } from '../../../../contract/validation.ts'

/** The parts of a request that the page keeps apart. */
export interface RequestParts {
  model: string
  settings: JsonObject
  messages: readonly Message[]
}

/** The request as the editor shows it: in the provider's spelling, indented, long data folded. */
export function requestText(
  { model, settings, messages }: RequestParts,
  providerName: string,
): { text: string; data: FoldedData['data'] } {
  const body = wireBody(
    { model, messages: messages as unknown as JsonValue, ...settings },
    providerName,
  )
  const { value, data } = foldData(body)
  return { text: JSON.stringify(value, null, 2), data }
}

/** A body that was written, taken apart; or why it cannot be taken over. */
export type RequestTextReading = { ok: true; parts: RequestParts } | { ok: false; message: string }

/**
 * Takes a written body apart. Settings may be wrong, the form shows that; model and messages must
 * have their form, because the conversation is made of them.
 */
export function readRequestBody(
  body: unknown,
  data: FoldedData['data'],
  providerName: string,
): RequestTextReading {
  if (!isJsonObject(body)) return { ok: false, message: 'The request must be an object.' }
  const { model, messages, ...settings } = neutral(unfoldData(body, data), providerName)
  if (typeof model !== 'string') return { ok: false, message: 'model must be a string.' }
  if (!Array.isArray(messages)) return { ok: false, message: 'messages must be an array.' }
  const written: readonly unknown[] = messages
  if (!written.every(isMessage)) {
    const wrong = written.findIndex((message) => !isMessage(message))
    return { ok: false, message: `messages[${wrong}] is not a message yet.` }
  }
  return { ok: true, parts: { model, settings, messages: written } }
}

/** Validates a message and leaves it as written: a validated copy would have its members in another order. */
function isMessage(value: unknown): value is Message {
  return validate(messageSchema, value).ok
}

interface RequestProblem {
  path: readonly (string | number)[]
  message: string
  severity: 'error' | 'warning' | 'info'
  /** It is about the name, not the value. */
  onName?: boolean
}

/** What is wrong with a written body and what to know about it, at its places in the text. */
export function requestProblems(
  body: unknown,
  data: FoldedData['data'],
  providerName: string,
): RequestProblem[] {
  if (!isJsonObject(body))
    return [{ path: [], message: 'The request must be an object.', severity: 'error' }]
  const request = neutral(unfoldData(body, data), providerName)
  const onWire = ([first, second, ...rest]: readonly (string | number)[]) => [
    ...(first === undefined ? [] : [named(first)]),
    ...(second === undefined ? [] : [first === 'vendor_parameters' ? named(second) : second]),
    ...rest,
  ]
  const named = (key: string | number) =>
    typeof key === 'string' ? wireName(key, providerName) : key
  const validated = validate(chatRequestSchema, request)
  const faults = validated.ok ? [] : validated.issues
  const notes = validated.ok ? reviewRequest(validated.value) : []
  return [
    ...faults
      // What is written in the composer is added when it is sent.
      .filter(({ path, code }) => !(path.join() === 'messages' && code === 'too_small'))
      .map(({ path, message }): RequestProblem => ({
        path: onWire(path),
        message,
        severity: 'error',
      })),
    ...notes.map(({ fields, message, level }): RequestProblem => ({
      path: onWire(fields[0]?.split('.') ?? []),
      message,
      severity: level,
      onName: true,
    })),
    ...unknownPaths(request).map((path): RequestProblem => ({
      path: onWire(path),
      message: `${path.at(-1)}: unknown field, sent without validation.`,
      severity: 'info',
      onName: true,
    })),
  ]
}

function unknownPaths(request: JsonObject): string[][] {
  const { vendor_parameters: vendor } = request
  return [
    ...Object.keys(request)
      .filter((name) => !Object.hasOwn(chatFields, name))
      .map((name) => [name]),
    ...Object.keys(isJsonObject(vendor) ? vendor : {})
      .filter((name) => !Object.hasOwn(vendorFields, name))
      .map((name) => ['vendor_parameters', name]),
  ]
}

function neutral(body: JsonValue, providerName: string): JsonObject {
  const renamed = neutralBody(body, providerName)
  return isJsonObject(renamed) ? renamed : {}
}

/** Longer data is shown as a word in its place: it says nothing to people and slows the editor. */
const MAX_SHOWN_LENGTH = 400

/** A value whose long data is replaced by words, and what each word stands for. */
interface FoldedData {
  value: JsonValue
  data: ReadonlyMap<string, string>
}

/** Replaces data URLs and base64 by words such as `⟨data 1: image/png, 12,345 characters⟩`. */
export function foldData(value: JsonValue): FoldedData {
  const data = new Map<string, string>()
  const words = new Map<string, string>()
  const folded = mapTexts(value, (text) => {
    const kind = dataKind(text)
    if (kind === undefined) return text
    const word =
      words.get(text) ??
      `⟨data ${data.size + 1}: ${kind}, ${text.length.toLocaleString('en-US')} characters⟩`
    words.set(text, word)
    data.set(word, text)
    return word
  })
  return { value: folded, data }
}

/** Puts the data back where its words stand. */
export function unfoldData(value: JsonValue, data: ReadonlyMap<string, string>): JsonValue {
  return data.size === 0 ? value : mapTexts(value, (text) => data.get(text) ?? text)
}

function dataKind(text: string): string | undefined {
  if (text.length <= MAX_SHOWN_LENGTH) return undefined
  const [, type] = /^data:([^,;\s]{0,80})[^,\s]{0,100},/i.exec(text.slice(0, 200)) ?? []
  if (type !== undefined) return type === '' ? 'text/plain' : type
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? 'base64' : undefined
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      member === undefined ? member : mapTexts(member, change),
    ]),
  )
}
