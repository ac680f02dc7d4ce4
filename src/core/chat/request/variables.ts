import type { Message } from '../../../../contract/chat/messages.ts'

/** What the variables of a conversation stand for, by name. */
export type VariableValues = Readonly<Record<string, string>>

/** A text with its variables replaced, and the names of those that have no value. */
export interface FilledText {
  text: string
  missing: string[]
}

/** `{{name}}`, with spaces inside if one likes; a backslash before it keeps it as it is. */
const VARIABLE = /(\\?)\{\{[ \t]*([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*\}\}/gu

/** The distinct variables of a text, in reading order; escaped ones are not variables. */
export function variableNames(text: string): string[] {
  if (!text.includes('{{')) return []
  const names = [...text.matchAll(VARIABLE)].flatMap(([, escape, name]) =>
    escape === '' && name !== undefined ? [name] : [],
  )
  return [...new Set(names)]
}

/**
 * Replaces `{{name}}` by its value, as it is: what a value holds is not looked at again.
 * `\{{name}}` becomes `{{name}}`. A variable without a value, or with an empty one, stays and is
 * named in `missing`.
 */
export function fillVariables(text: string, values: VariableValues): FilledText {
  if (!text.includes('{{')) return { text, missing: [] }
  const missing = new Set<string>()
  const filled = text.replaceAll(VARIABLE, (whole, escape: string, name: string) => {
    if (escape !== '') return whole.slice(1)
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
    if (value === '') missing.add(name)
    return value === '' ? whole : value
  })
  return { text: filled, missing: [...missing] }
}

/** The texts of a message in which variables count. Tool results are data: there are none in them. */
export function templateTexts({ role, content }: Message): string[] {
  if (role === 'tool') return []
  if (typeof content === 'string') return [content]
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

/** A written message with its variables replaced; what is not text stays the very same. */
export function fillMessage(
  message: Message,
  values: VariableValues,
): { message: Message; missing: string[] } {
  const missing = new Set<string>()
  const filled = mapTexts(message, (text) => {
    const reading = fillVariables(text, values)
    for (const name of reading.missing) missing.add(name)
    return reading.text
  })
  return { message: filled, missing: [...missing] }
}

/** A message whose texts may hold variables, kept from being filled. */
export function escapeMessage(message: Message): Message {
  return mapTexts(message, (text) => text.replaceAll(VARIABLE, (whole) => `\\${whole}`))
}

/** A message with other texts; one without braces stays the very same. */
function mapTexts(message: Message, change: (text: string) => string): Message {
  if (!templateTexts(message).some((text) => text.includes('{{'))) return message
  const { content } = message
  const changed =
    typeof content === 'string'
      ? change(content)
      : content?.map((part) => (part.type === 'text' ? { ...part, text: change(part.text) } : part))
  return { ...message, content: changed } as Message
}
