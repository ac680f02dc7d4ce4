import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { ToolContent, ToolResult } from '../../tools/tool.ts'
import { MAX_CONTENTS, MAX_URI_CHARS } from '../limits.ts'
import type { PromptMessage } from '../server-data.ts'
import { readLine, readText } from './text.ts'

/** The result of a call; undefined for what is none. */
export function readCallResult(result: JsonObject): ToolResult | undefined {
  const { content, isError } = result
  // The first version of the protocol had one member for whatever a tool returned.
  const structured = result['structuredContent'] ?? result['toolResult']
  if ((content ?? undefined) === undefined && structured === undefined) return undefined
  return {
    content: readContents(content),
    ...(structured === undefined ? {} : { structured }),
    isError: isError === true,
  }
}

/** Pieces of content, the first of them where there are too many. Servers send a single one without a list. */
function readContents(value: JsonValue | undefined): readonly ToolContent[] {
  const values = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  const contents = values.slice(0, MAX_CONTENTS).map(readContent)
  const missing = values.length - contents.length
  return missing === 0
    ? contents
    : [...contents, { type: 'text', text: `[${missing} more pieces of content were left out]` }]
}

/** One piece of content; what this page doesn't know is kept as data. */
function readContent(value: JsonValue): ToolContent {
  if (typeof value === 'string') return { type: 'text', text: value }
  if (!isJsonObject(value)) return { type: 'unknown', value }
  const { type, text, data, mimeType, resource } = value
  switch (type) {
    case 'text':
      if (typeof text === 'string') return { type, text }
      break
    case 'image':
    case 'audio':
      if (typeof data === 'string')
        return { type, mimeType: readLine(mimeType, 100) ?? `${type}/*`, base64: data }
      break
    case 'resource':
      return readResource(resource) ?? { type: 'unknown', value }
    case 'resource_link': {
      const uri = readLine(value['uri'], MAX_URI_CHARS)
      if (uri === undefined) break
      const description = readText(value['description'])
      return {
        type,
        uri,
        name: readLine(value['name']) ?? uri,
        ...(description === undefined ? {} : { description }),
        ...(typeof mimeType === 'string' ? { mimeType: mimeType.slice(0, 100) } : {}),
      }
    }
    default:
  }
  return { type: 'unknown', value }
}

/** The contents of a resource, the first of them where there are too many; undefined for what is none. */
export function readResources(
  value: JsonValue | undefined,
  uri: string,
): readonly ToolContent[] | undefined {
  if (Array.isArray(value))
    return value.slice(0, MAX_CONTENTS).map((one) => readResource(one, uri) ?? readContent(one))
  if (typeof value === 'string') return [{ type: 'resource', uri, text: value }]
  const only = readResource(value, uri)
  return only && [only]
}

/** A resource; undefined where it has no content, or no URI and none was asked for. */
function readResource(value: JsonValue | undefined, requested?: string): ToolContent | undefined {
  if (!isJsonObject(value)) return undefined
  const uri = readLine(value['uri'], MAX_URI_CHARS) ?? requested
  const { mimeType, text, blob } = value
  if (uri === undefined || (typeof text !== 'string' && typeof blob !== 'string')) return undefined
  return {
    type: 'resource',
    uri,
    ...(typeof mimeType === 'string' ? { mimeType: mimeType.slice(0, 100) } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof blob === 'string' ? { base64: blob } : {}),
  }
}

/** The messages of a prompt; undefined for what is none. Whatever isn't the model's is the user's. */
export function readPromptMessages({
  description,
  messages,
}: JsonObject): { description?: string; messages: readonly PromptMessage[] } | undefined {
  if (!Array.isArray(messages)) return undefined
  const words = readText(description)
  return {
    ...(words === undefined ? {} : { description: words }),
    messages: messages.slice(0, MAX_CONTENTS).flatMap((one): PromptMessage[] => {
      const { role, content } = isJsonObject(one) ? one : { role: 'user', content: one }
      return readContents(content).map((piece) => ({
        role: role === 'assistant' ? 'assistant' : 'user',
        content: piece,
      }))
    }),
  }
}
