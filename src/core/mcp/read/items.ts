import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { ToolDefinition } from '../../tools/tool.ts'
import { MAX_SCHEMA_CHARS, MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES, MAX_URI_CHARS } from '../limits.ts'
import type { ToolServerPrompt, ToolServerResource } from '../server-data.ts'
import { mirroredParams } from '../wire/param-headers.ts'
import { hasHidden, readLine, readName, readText } from './text.ts'

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
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
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
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(mimeType === undefined ? {} : { mimeType }),
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
  const given = Array.isArray(prompt['arguments']) ? prompt['arguments'] : []
  return {
    ok: true,
    key: name,
    item: {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      arguments: given.slice(0, MAX_ARGUMENTS).flatMap((one) => {
        const argument = isJsonObject(one) ? one : {}
        const argumentName = readName(argument['name'])
        if (argumentName === undefined) return []
        const words = readText(argument['description'])
        return {
          name: argumentName,
          ...(words === undefined ? {} : { description: words }),
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
