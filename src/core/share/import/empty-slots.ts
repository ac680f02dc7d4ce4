import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { AttachmentSlot } from '../setup.ts'

const KINDS = ['image_url', 'input_audio', 'video_url', 'file'] as const

/**
 * Messages whose parts point to files that a command would have read: those parts carry no bytes here,
 * so each becomes a slot.
 */
export function withEmptySlots(messages: readonly JsonValue[]): {
  messages: JsonValue[]
  attachments: AttachmentSlot[]
} {
  const attachments: AttachmentSlot[] = []
  const kept = messages.map((message, index) => {
    if (!isJsonObject(message) || !Array.isArray(message['content'])) return message
    const content = message['content'].filter((part, at) => {
      const kind = emptyKind(part)
      if (kind === undefined) return true
      attachments.push({ message: index, part: at, kind, name: nameOf(part, kind) })
      return false
    })
    return { ...message, content }
  })
  return { messages: kept, attachments }
}

function emptyKind(part: JsonValue): AttachmentSlot['kind'] | undefined {
  if (!isJsonObject(part)) return undefined
  const kind = KINDS.find((candidate) => candidate === part['type'])
  if (kind === undefined) return undefined
  const inner = part[kind]
  if (!isJsonObject(inner)) return undefined
  const data = inner['url'] ?? inner['data'] ?? inner['file_data']
  return typeof data === 'string' && (data === '' || /^data:[^,]*,$/.test(data)) ? kind : undefined
}

function nameOf(part: JsonValue, kind: AttachmentSlot['kind']): string {
  const inner = isJsonObject(part) ? part[kind] : undefined
  const name = isJsonObject(inner) ? inner['filename'] : undefined
  return typeof name === 'string' && name !== '' ? name.slice(0, 200) : kind
}
