import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { ToolContent, ToolResult } from '../../tools/tool.ts'
import { MAX_CONTENTS, MAX_URI_CHARS } from '../limits.ts'
import type { PromptMessage } from '../server-data.ts'
import { readLine, readText } from './text.ts'

/** The result of a call; undefined for what is none. */
export function readCallResult({
  content,
  structuredContent,
  isError,
}: JsonObject): ToolResult | undefined {
  if (content !== undefined && !Array.isArray(content)) return undefined
  if (content === undefined && structuredContent === undefined) return undefined
  return {
    content: readContents(content ?? []),
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
    isError: isError === true,
  }
}

/** Pieces of content, the first of them where there are too many. */
function readContents(values: readonly JsonValue[]): readonly ToolContent[] {
  const contents = values.slice(0, MAX_CONTENTS).map(readContent)
  const missing = values.length - contents.length
  return missing === 0
    ? contents
    : [...contents, { type: 'text', text: `[${missing} more pieces of content were left out]` }]
}

/** One piece of content; what this page doesn't know is kept as data. */
function readContent(value: JsonValue): ToolContent {
  if (!isJsonObject(value)) return { type: 'unknown', value }
  const { type, text, data, mimeType, resource } = value
  switch (type) {
    case 'text':
      if (typeof text === 'string') return { type, text }
      break
    case 'image':
    case 'audio':
      if (typeof data === 'string' && typeof mimeType === 'string')
        return { type, mimeType: mimeType.slice(0, 100), base64: data }
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

/** The contents of a resource; undefined where it has no URI. */
export function readResource(value: JsonValue | undefined): ToolContent | undefined {
  if (!isJsonObject(value)) return undefined
  const uri = readLine(value['uri'], MAX_URI_CHARS)
  if (uri === undefined) return undefined
  const { mimeType, text, blob } = value
  return {
    type: 'resource',
    uri,
    ...(typeof mimeType === 'string' ? { mimeType: mimeType.slice(0, 100) } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof blob === 'string' ? { base64: blob } : {}),
  }
}

/** The messages of a prompt; undefined for what is none. */
export function readPromptMessages({
  description,
  messages,
}: JsonObject): { description?: string; messages: readonly PromptMessage[] } | undefined {
  if (!Array.isArray(messages)) return undefined
  const words = readText(description)
  return {
    ...(words === undefined ? {} : { description: words }),
    messages: messages.slice(0, MAX_CONTENTS).flatMap((one) => {
      const { role, content = null } = isJsonObject(one) ? one : {}
      return role === 'user' || role === 'assistant'
        ? [{ role, content: readContent(content) }]
        : []
    }),
  }
}
