import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { ToolContent, ToolDefinition, ToolResult } from '../../tools/tool.ts'
import {
  MAX_CONTENTS,
  MAX_DESCRIPTION_CHARS,
  MAX_NAME_CHARS,
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_DEPTH,
  MAX_SCHEMA_VALUES,
  MAX_TITLE_CHARS,
  MAX_URI_CHARS,
  type PromptMessage,
  type ToolServerPrompt,
  type ToolServerResource,
} from '../server-data.ts'
import { mirroredParams } from '../wire/wire.ts'

/** An item of a list, or why it is left out, as a sentence. `key` tells it from the others. */
export type ReadItem<T> = { ok: true; key: string; item: T } | { ok: false; note: string }

/** The most arguments of a prompt that are kept. */
const MAX_ARGUMENTS = 64

/** A tool as a server lists it. */
export function readTool(value: JsonValue): ReadItem<ToolDefinition> {
  const tool = isJsonObject(value) ? value : {}
  const name = readName(tool['name'])
  if (name === undefined) return unnamed('tool')
  const input = readSchema(tool['inputSchema'])
  if (!input.ok) return left('Tool', name, input.reason)
  if (mirroredParams(input.schema) === undefined)
    return left('Tool', name, 'its x-mcp-header is invalid')
  const output = readSchema(tool['outputSchema'])
  const annotations = isJsonObject(tool['annotations']) ? tool['annotations'] : {}
  const title = readLine(tool['title']) ?? readLine(annotations['title'])
  const description = readText(tool['description'])
  return {
    ok: true,
    key: name,
    item: {
      name,
      ...given({ title, description }),
      inputSchema: input.schema,
      ...(tool['outputSchema'] !== undefined && output.ok ? { outputSchema: output.schema } : {}),
      ...(annotations['readOnlyHint'] === true ? { readOnly: true } : {}),
    },
  }
}

/** A resource, or a template of resources. */
export function readResourceItem(value: JsonValue): ReadItem<ToolServerResource> {
  const resource = isJsonObject(value) ? value : {}
  const isTemplate = resource['uri'] === undefined
  const uri = readName(isTemplate ? resource['uriTemplate'] : resource['uri'], MAX_URI_CHARS)
  if (uri === undefined) return unnamed('resource')
  const title = readLine(resource['title'])
  const description = readText(resource['description'])
  const mimeType = readLine(resource['mimeType'], 100)
  return {
    ok: true,
    key: uri,
    item: {
      uri,
      name: readLine(resource['name']) ?? uri,
      ...given({ title, description, mimeType }),
      ...(isTemplate ? { isTemplate } : {}),
    },
  }
}

/** A prompt with its arguments. */
export function readPrompt(value: JsonValue): ReadItem<ToolServerPrompt> {
  const prompt = isJsonObject(value) ? value : {}
  const name = readName(prompt['name'])
  if (name === undefined) return unnamed('prompt')
  const title = readLine(prompt['title'])
  const description = readText(prompt['description'])
  const listed = Array.isArray(prompt['arguments']) ? prompt['arguments'] : []
  return {
    ok: true,
    key: name,
    item: {
      name,
      ...given({ title, description }),
      arguments: listed.slice(0, MAX_ARGUMENTS).flatMap((one) => {
        const argument = isJsonObject(one) ? one : {}
        const argumentName = readName(argument['name'])
        if (argumentName === undefined) return []
        const words = readText(argument['description'])
        return {
          name: argumentName,
          ...given({ description: words }),
          isRequired: argument['required'] === true,
        }
      }),
    },
  }
}

function unnamed(what: string): ReadItem<never> {
  return { ok: false, note: `A ${what} without a usable name was left out.` }
}

function left(what: string, name: string, reason: string): ReadItem<never> {
  return { ok: false, note: `${what} ${name} was left out: ${reason}.` }
}

/**
 * The schema of a tool, as data: no reference in it is followed, here or anywhere, so that one to itself or
 * to another address does nothing. A reason, as the end of a sentence, for one that is too much.
 */
function readSchema(
  value: JsonValue | undefined,
): { ok: true; schema: JsonObject } | { ok: false; reason: string } {
  if (value === undefined) return { ok: true, schema: { type: 'object' } }
  if (!isJsonObject(value)) return { ok: false, reason: 'its schema is not a JSON object' }
  if (!isWithinBounds(value)) return { ok: false, reason: 'its schema is too large' }
  const text = JSON.stringify(value)
  if (text.length > MAX_SCHEMA_CHARS) return { ok: false, reason: 'its schema is too large' }
  if (hasHidden(text)) return { ok: false, reason: 'its schema has invisible characters' }
  return { ok: true, schema: value }
}

/** Walks a value level by level, and no further than the bounds. */
function isWithinBounds(root: JsonValue): boolean {
  let level: JsonValue[] = [root]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length
    if (depth > MAX_SCHEMA_DEPTH || count > MAX_SCHEMA_VALUES) return false
    const next: JsonValue[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Array.isArray(value) ? value : Object.values(value))
        if (inner !== undefined) next.push(inner)
    }
    level = next
  }
  return true
}

/** The result of a call; undefined for what is none. */
export function readCallResult(result: JsonObject): ToolResult | undefined {
  const { content, isError } = result
  // The first version of the protocol had one member for whatever a tool returned.
  const structured = result['structuredContent'] ?? result['toolResult']
  if ((content ?? undefined) === undefined && structured === undefined) return undefined
  return { content: readContents(content), ...given({ structured }), isError: isError === true }
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
        ...given({ description }),
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
    ...given({ description: words }),
    messages: messages.slice(0, MAX_CONTENTS).flatMap((one): PromptMessage[] => {
      const { role, content } = isJsonObject(one) ? one : { role: 'user', content: one }
      return readContents(content).map((piece) => ({
        role: role === 'assistant' ? 'assistant' : 'user',
        content: piece,
      }))
    }),
  }
}

/**
 * Characters that nobody sees: controls, directions of writing, tags. A model reads them all the same, so
 * they hide instructions from the person. Emoji need the joiner.
 */
const HIDDEN = /(?!\n|\t|\u200d)[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')

function hasHidden(text: string): boolean {
  return HIDDEN.test(text)
}

/** A text of a server without what nobody sees; undefined where there is none. */
export function readText(
  value: JsonValue | undefined,
  maxChars = MAX_DESCRIPTION_CHARS,
): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 2 * maxChars)
    .replaceAll('\r\n', '\n')
    .replace(ALL_HIDDEN, '')
  return text.trim() === '' ? undefined : text.slice(0, maxChars)
}

/** A text of one line, such as a title. */
export function readLine(
  value: JsonValue | undefined,
  maxChars = MAX_TITLE_CHARS,
): string | undefined {
  return readText(value, maxChars)?.replace(/\s+/g, ' ').trim()
}

/** A name that is sent back to the server, so it is taken whole or not at all. */
function readName(value: JsonValue | undefined, maxChars = MAX_NAME_CHARS): string | undefined {
  const isName =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maxChars &&
    value.trim() === value &&
    !hasHidden(value) &&
    !/[\n\t]/.test(value)
  return isName ? value : undefined
}
