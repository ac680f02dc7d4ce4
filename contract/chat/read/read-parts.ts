import { isJsonObject, type JsonValue } from '../../json.ts'

/** What the content of a message or a delta says, in its parts' order. */
export interface PartsText {
  content: string
  reasoning: string
  refusal: string
  /** Parts that hold neither text nor media. */
  odd: number
}

const THINKING_PARTS: ReadonlySet<unknown> = new Set(['thinking', 'reasoning', 'reasoning_text'])
const MEDIA_MEMBERS = ['image_url', 'video_url', 'input_audio', 'audio', 'file', 'image'] as const
const MAX_DEPTH = 8

/**
 * Reads content in any of its forms: a text, a list of parts, one part, or a number where a text belongs. Mistral
 * sends its thinking as a part of the content.
 */
export function readParts(value: JsonValue | undefined): PartsText {
  const text: PartsText = { content: '', reasoning: '', refusal: '', odd: 0 }
  addPart(text, value, 'content', 0)
  return text
}

type Target = 'content' | 'reasoning' | 'refusal'

function addPart(
  text: PartsText,
  part: JsonValue | undefined,
  target: Target,
  depth: number,
): void {
  if (part === undefined || part === null) return
  if (typeof part !== 'object') {
    text[target] += String(part)
  } else if (depth > MAX_DEPTH) {
    text.odd += 1
  } else if (Array.isArray(part)) {
    for (const inner of part) addPart(text, inner, target, depth + 1)
  } else if (isJsonObject(part)) {
    const { type } = part
    const into = THINKING_PARTS.has(type) ? 'reasoning' : type === 'refusal' ? 'refusal' : target
    const said = saidBy(part, into)
    if (said !== undefined) addPart(text, said, into, depth + 1)
    else if (!MEDIA_MEMBERS.some((name) => isJsonObject(part[name]))) text.odd += 1
  }
}

/** The member that holds what a part says. */
function saidBy(part: Readonly<Record<string, JsonValue | undefined>>, target: Target) {
  if (target === 'reasoning')
    return part['thinking'] ?? part['text'] ?? part['reasoning'] ?? part['summary']
  if (target === 'refusal') return part['refusal'] ?? part['text']
  return part['text'] ?? part['content'] ?? part['value']
}
