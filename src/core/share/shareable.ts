import type { ContentPart, Message } from '../../../contract/chat/messages.ts'
import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'
import { withoutCaseValues } from '../evaluate/export/board-setup.ts'
import type { AttachmentSlot, ChatSetup, EvaluateSetup, SharedSetup } from './setup.ts'

/** What a person chose to hand on. */
export interface ShareChoices {
  settings: boolean
  messages: boolean
  tools: boolean
  schema: boolean
  /** Text files up to 8 KiB travel with the setup instead of leaving a slot. */
  smallFiles: boolean
}

/** A chat as the page has it, attachments' bytes included. */
export type ChatDraft = Omit<ChatSetup, 'area' | 'attachments'>

/** What is handed on, and a sentence for each secret that was taken out of it. */
export interface Shareable<S extends SharedSetup = SharedSetup> {
  setup: S
  removed: string[]
}

const TOOL_FIELDS = new Set(['tools', 'tool_choice', 'parallel_tool_calls'])
const SCHEMA_FIELDS = new Set(['response_format'])
/** A small text file as a data URL: 8 KiB and a third for base64. */
const MAX_SMALL_FILE_CHARS = 11_000

/** The part of a chat that was chosen, without attachments' bytes and without secrets. */
export function shareableChat(draft: ChatDraft, choices: ShareChoices): Shareable<ChatSetup> {
  const chosen = (name: string) =>
    TOOL_FIELDS.has(name)
      ? choices.tools
      : SCHEMA_FIELDS.has(name)
        ? choices.schema
        : choices.settings
  const settings = Object.fromEntries(
    Object.entries(draft.settings).filter(([name]) => chosen(name)),
  )
  const messages = choices.messages ? draft.messages : []
  const attachments: AttachmentSlot[] = []
  const light = messages.map((message, index) =>
    withoutBytes(
      message,
      (part, kind, name) => attachments.push({ message: index, part, kind, name }),
      choices.smallFiles,
    ),
  )
  return withoutSecrets({
    area: 'chat',
    model: draft.model,
    settings,
    messages: light,
    attachments,
    ...(choices.tools && draft.toolSlots !== undefined ? { toolSlots: draft.toolSlots } : {}),
  })
}

/**
 * The setup with what looks like a key, a signature or the bytes of a file replaced, wherever it
 * stands, in a name or a value: a link is a public place. Small files that were chosen to travel are
 * data URLs of text, which is what they are; `isLeft` may name other strings that stay as they are.
 */
export function withoutSecrets<S extends SharedSetup>(
  setup: S,
  isLeft: (text: string, path: string) => boolean = isTextFile,
): Shareable<S> {
  const removed = new Set<string>()
  const redact = (text: string, path: string) => {
    const clean = isLeft(text, path) ? text : redactSecretShapes(text)
    if (clean !== text) removed.add(`${path} contained what looks like a secret. It was removed.`)
    return clean
  }
  return { setup: mapStrings(setup, redact), removed: [...removed] }
}

/** JSON of the same shape, each name and string in it replaced; `path` is where it is, as in `stop[0]`. */
function mapStrings<T>(value: T, change: (text: string, path: string) => string, path?: string): T
function mapStrings(
  value: unknown,
  change: (text: string, path: string) => string,
  path = '',
): unknown {
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value))
    return value.map((item: unknown, index) => mapStrings(item, change, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      const name = change(key, path)
      return [name, mapStrings(member, change, path === '' ? name : `${path}.${name}`)]
    }),
  )
}

function isTextFile(text: string): boolean {
  return (
    text.length <= MAX_SMALL_FILE_CHARS &&
    /^data:(?:text\/[\w.+-]+|application\/json)[;,]/.test(text)
  )
}

/** A message without the bytes of its attachments; each is reported to `leave`. */
function withoutBytes(
  message: Message,
  leave: (part: number, kind: AttachmentSlot['kind'], name: string) => void,
  smallFiles: boolean,
): Message {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  const content = message.content.filter((part, index) => {
    const bytes = bytesOf(part)
    if (bytes === undefined || part.type === 'text') return true
    if (smallFiles && part.type === 'file' && isTextFile(bytes)) return true
    leave(index, part.type, attachmentName(part, bytes))
    return false
  })
  return { ...message, content }
}

/** The bytes that a part carries in itself; a URL carries none. */
function bytesOf(part: ContentPart): string | undefined {
  switch (part.type) {
    case 'text':
      return undefined
    case 'input_audio':
      return part.input_audio.data
    case 'image_url':
      return inData(part.image_url.url)
    case 'video_url':
      return inData(part.video_url.url)
    case 'file':
      return inData(part.file.file_data)
  }
}

function inData(url: string): string | undefined {
  return /^data:/i.test(url) ? url : undefined
}

function attachmentName(part: ContentPart, bytes: string): string {
  if (part.type === 'file' && part.file.filename !== undefined)
    return part.file.filename.slice(0, 200)
  if (part.type === 'input_audio') return `${part.input_audio.format ?? 'wav'} audio`
  const type = /^data:([\w.+-]+\/[\w.+-]+)/i.exec(bytes)?.[1]
  return type ?? part.type
}

/** A board to hand on by link: without secrets and attachments' bytes; `values` are those of its cases. */
export function shareableBoard(
  setup: EvaluateSetup,
  choices: { values: boolean },
): Shareable<EvaluateSetup> {
  const chosen = choices.values ? setup : { ...setup, ...withoutCaseValues(setup) }
  const removed: string[] = []
  const cases = chosen.cases.map(({ messages, ...row }, index) =>
    messages === undefined
      ? row
      : {
          ...row,
          messages: messages.map((message) =>
            withoutBytes(
              message,
              (_part, _kind, name) => removed.push(`${name} in case ${index + 1} is not included.`),
              false,
            ),
          ),
        },
  )
  const clean = withoutSecrets({ ...chosen, cases })
  return { setup: clean.setup, removed: [...removed, ...clean.removed] }
}

/**
 * The setup with a slot filled: the part is put where it was when the setup was made. Slots before
 * it in the same message that are still empty are counted out of its place.
 */
export function fillSlot(setup: ChatSetup, slot: AttachmentSlot, part: ContentPart): ChatSetup {
  const emptyBefore = setup.attachments.filter(
    (other) => other.message === slot.message && other.part < slot.part,
  ).length
  const messages = setup.messages.map((message, index) => {
    if (index !== slot.message || message.role !== 'user') return message
    const content =
      typeof message.content === 'string'
        ? [{ type: 'text' as const, text: message.content }]
        : message.content
    return { ...message, content: content.toSpliced(slot.part - emptyBefore, 0, part) }
  })
  return { ...setup, messages, attachments: setup.attachments.filter((other) => other !== slot) }
}
