import { isApiPath } from '../../../contract/api-path.ts'
import { type Message, messageSchema } from '../../../contract/chat/messages.ts'
import { chatRequestSchema } from '../../../contract/chat/request/request.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { editRequestSchema } from '../../../contract/image/edit-request.ts'
import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import { validate } from '../../../contract/validation.ts'
import { z } from '../../../contract/zod.ts'
import { withoutGone } from '../evaluate/checks/check.ts'
import { boardSchema, type BoardSetup, readBoard } from '../evaluate/export/board-setup.ts'
import type { ToolSlot } from '../storage/conversations/conversation.ts'
import { readToolSlots } from '../storage/files/preset-file.ts'
import type { ImportReport, LeftOut } from './import/import-report.ts'

/** An attachment whose bytes stay behind: where it was, and what to look for. */
export interface AttachmentSlot {
  /** Index of the message, and of the part in its content, both counted with the slot in place. */
  message: number
  part: number
  kind: 'image_url' | 'input_audio' | 'video_url' | 'file'
  /** A name to recognise it by: the file name, or the kind and format. */
  name: string
}

/** A chat as it can be handed on: never keys, headers, the base URL, a wallet or attachments' bytes. */
export interface ChatSetup {
  area: 'chat'
  model: string
  /** Request fields as they were set, perhaps not valid; unset fields are absent. */
  settings: JsonObject
  messages: Message[]
  attachments: AttachmentSlot[]
  /** Tool servers that it was made with: whoever opens it connects their own. */
  toolSlots?: readonly ToolSlot[]
}

/** An image edit as it can be handed on: the form, never the picture. */
export interface ImageSetup {
  area: 'image'
  /** Request fields besides `image`. */
  fields: JsonObject
}

/** A request to any other endpoint: never with a URL outside the API. */
export interface ExploreSetup {
  area: 'explore'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query under the base URL: `/models?type=text`. */
  path: string
  /** The JSON body as text, exactly as written; with `form`, the fields of a form besides its files. */
  body?: string
  /** The body goes out as `multipart/form-data`. */
  form?: true
}

/** A board to evaluate: configurations, cases and checks; never a result. */
export interface EvaluateSetup extends BoardSetup {
  area: 'evaluate'
}

/** What a link or a file carries, by the area it belongs to. */
export type SharedSetup = ChatSetup | ImageSetup | ExploreSetup | EvaluateSetup

/** A received value as a setup, with what was left out of it. */
export type SetupReading = ReadSetup | { ok: false; message: string }

interface ReadSetup extends ImportReport {
  ok: true
  setup: SharedSetup
  /** Headers to send with it: those of a pasted or opened request, never of a link. */
  headers?: HeaderList
  /** Present where the contract refused something: what, and the request unchanged, for Explore. */
  asItWas?: AsItWas
}

/** A request that can still be sent as it came. */
export interface AsItWas {
  setup: ExploreSetup
  refused: readonly LeftOut[]
}

const MAX_MODEL_CHARS = 512
const MAX_MESSAGES = 2_000
const MAX_FIELDS = 200

const json = z.custom<JsonValue>(() => true)
const fields = z.record(z.string().check(z.maxLength(100)), json)

const slotSchema = z.object({
  message: z.int().check(z.gte(0), z.lt(MAX_MESSAGES)),
  part: z.int().check(z.gte(0), z.lt(1_000)),
  kind: z.enum(['image_url', 'input_audio', 'video_url', 'file']),
  name: z.string().check(z.maxLength(200)),
})

const setupSchema = z.discriminatedUnion('area', [
  z.object({
    area: z.literal('chat'),
    model: z.string().check(z.minLength(1), z.maxLength(MAX_MODEL_CHARS)),
    settings: fields,
    messages: z.array(z.unknown()).check(z.maxLength(MAX_MESSAGES)),
    attachments: z.array(slotSchema).check(z.maxLength(100)),
    toolSlots: z.exactOptional(json),
  }),
  z.object({ area: z.literal('image'), fields, variations: z.exactOptional(json) }),
  z.object({
    area: z.literal('explore'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: z
      .string()
      .check(
        z.maxLength(2_000),
        z.refine(isApiPath, 'must be a path of the API, such as /models?type=text'),
      ),
    body: z.exactOptional(z.string()),
    form: z.exactOptional(z.literal(true)),
  }),
  z.extend(boardSchema, { area: z.literal('evaluate') }),
])

/**
 * Validates a value that came from outside. Messages and fields that the contract would refuse are left
 * out and said; members that no setup has, such as a key or a base URL, do not survive at all.
 * @example
 * const reading = readSetup(JSON.parse(text))
 * if (reading.ok) apply(reading.setup)
 */
export function readSetup(value: unknown): SetupReading {
  if (hasPrototypeKey(value))
    return { ok: false, message: 'It is nested too deeply or contains forbidden keys.' }
  const { board: current, leftOut } = withoutGone(value)
  const result = validate(setupSchema, current)
  if (!result.ok)
    return { ok: false, message: result.issues[0]?.message ?? 'It is not a configuration.' }
  const setup = result.value
  switch (setup.area) {
    case 'chat': {
      const messages = readMessages(setup.messages)
      const settings = readFields(setup.settings, chatRequestSchema.shape, ['model', 'messages'])
      const { toolSlots: slots, ...rest } = setup
      const toolSlots = readToolSlots(slots)
      return {
        ok: true,
        setup: {
          ...rest,
          settings: settings.value,
          messages: messages.value,
          ...(toolSlots.length === 0 ? {} : { toolSlots }),
        },
        leftOut: [...messages.leftOut, ...settings.leftOut],
      }
    }
    case 'image': {
      const kept = readFields(setup.fields, editRequestSchema.shape, ['image'])
      return {
        ok: true,
        setup: { area: 'image', fields: kept.value },
        leftOut: [...kept.leftOut, ...variationsLeftOut(setup.variations)],
      }
    }
    case 'explore':
      return { ok: true, setup, leftOut: [] }
    case 'evaluate': {
      const reading = readBoard(setup)
      return reading.ok
        ? { ok: true, setup: { area: 'evaluate', ...reading.board }, leftOut }
        : reading
    }
  }
}

/** Known fields are validated by their rule; unknown ones are kept, the preview marks them. */
function readFields(
  found: JsonObject,
  schemas: Readonly<Record<string, z.ZodMiniType>>,
  elsewhere: readonly string[],
): { value: JsonObject; leftOut: LeftOut[] } {
  const value: JsonObject = {}
  const leftOut: LeftOut[] = []
  for (const [name, member] of Object.entries(found).slice(0, MAX_FIELDS)) {
    if (elsewhere.includes(name)) {
      leftOut.push({ count: 1, what: `setting (${name})`, why: 'it is set elsewhere' })
      continue
    }
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    const fault = schema && fieldError(name, schema, member)
    if (fault === undefined) value[name] = member
    else leftOut.push({ count: 1, what: 'setting', why: fault })
  }
  const more = Object.keys(found).length - MAX_FIELDS
  if (more > 0)
    leftOut.push({ count: more, what: 'further settings', why: `the limit is ${MAX_FIELDS}` })
  return { value, leftOut }
}

function readMessages(found: readonly unknown[]): { value: Message[]; leftOut: LeftOut[] } {
  const value: Message[] = []
  const leftOut: LeftOut[] = []
  for (const [index, message] of found.entries()) {
    const validated = validate(messageSchema, message)
    const why = () => fieldError(`messages[${index}]`, messageSchema, message) ?? 'invalid value'
    if (validated.ok) value.push(validated.value)
    else leftOut.push({ count: 1, what: 'message', why: why() })
  }
  return { value, leftOut }
}

const MAX_DEPTH = 100

function hasPrototypeKey(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > MAX_DEPTH) return true
  return Object.entries(value).some(
    ([key, member]) => key === '__proto__' || hasPrototypeKey(member, depth + 1),
  )
}

/** Earlier links carried further edits of the same run. */
function variationsLeftOut(found: JsonValue | undefined): LeftOut[] {
  const count = Array.isArray(found) ? found.length : 0
  if (count === 0) return []
  const what = count === 1 ? 'variation' : 'variations'
  return [{ count, what, why: 'links no longer include them' }]
}

/** What is wrong with a field, in a sentence that names it; undefined when nothing is. */
function fieldError(name: string, schema: z.ZodMiniType, value: unknown): string | undefined {
  const validated = validate(z.object({ [name]: schema }), { [name]: value })
  return validated.ok ? undefined : (validated.issues[0]?.message ?? 'invalid value.')
}

/** What a setup is of, as titles and buttons say it. */
export const AREA_NAMES = {
  chat: 'chat',
  image: 'image edit',
  explore: 'request',
  evaluate: 'board',
} as const

/** How much a board holds: "2 configurations, 5 cases, 1 check." */
export function boardSummary({ configurations, cases, checks }: EvaluateSetup): string {
  const counts = [
    plural(configurations.length, 'configuration'),
    plural(cases.length, 'case'),
    plural(checks.length, 'check'),
  ]
  return `${counts.join(', ')}.`
}

/** A count with its noun: "1 message", "5 messages". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
