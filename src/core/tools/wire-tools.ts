import { canonicalJson } from '../../../contract/canonical-json.ts'
import {
  isJsonObject,
  isNestedTooDeeply,
  type JsonObject,
  type JsonValue,
} from '../../../contract/json.ts'
import { functionOf } from '../chat/settings/structures/tool-list.ts'
import type { ConversationTools } from '../storage/conversations/conversation-tools.ts'
import type { Conversation } from '../storage/conversations/conversation.ts'
import type { ToolDefinition, ToolSource } from './tool.ts'

/** A tool as it goes out: under a name that no other tool of the request has. */
export interface WireTool {
  /** What the model calls it. */
  wire: string
  definition: ToolDefinition
  /** What answers its calls; a person where absent. */
  source?: ToolSource
  /** Written by hand in Settings: it is in the request already. */
  isWritten?: true
}

/** Longest name of a function in a request, in characters. */
const MAX_NAME = 64
/** More tools than this a request does not carry. */
const MAX_TOOLS = 128
/** Longest definition that goes out, in characters of JSON. */
const MAX_DEFINITION = 64_000

/**
 * The tools that a conversation's next request offers: those written in its settings, and those of the
 * servers that are on. A name that two of them have is joined with the server's: `server__tool`.
 */
export function wireTools(
  settings: JsonObject,
  tools: ConversationTools | undefined,
  sources: readonly ToolSource[],
): WireTool[] {
  const enabled = sources.filter(({ id }) => tools?.sources?.includes(id) ?? false)
  const written = writtenTools(settings['tools'], enabled)
  const servers = enabled.filter(({ kind }) => kind === 'mcp')
  const offered = [
    ...servers.map((source) => ({ source, server: source.name, tools: source.tools() })),
    ...(tools?.slots ?? []).map((slot) => ({ source: undefined, server: slot.name, ...slot })),
  ]
    .flatMap(({ source, server, tools: list }) =>
      list
        .slice(0, MAX_TOOLS)
        .filter(isBounded)
        .map((definition) => ({ server, definition, ...(source === undefined ? {} : { source }) })),
    )
    .slice(0, Math.max(0, MAX_TOOLS - written.length))
  const counts = new Map<string, number>()
  for (const name of [
    ...written.map(({ wire }) => wire),
    ...offered.map(({ definition }) => wireName(definition.name)),
  ])
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const taken = new Set(counts.keys())
  return [
    ...written,
    ...offered.map(({ server, ...tool }): WireTool => {
      const plain = wireName(tool.definition.name)
      if (counts.get(plain) === 1) return { wire: plain, ...tool }
      const wire = freeName(server, plain, taken)
      taken.add(wire)
      return { wire, ...tool }
    }),
  ]
}

/** The settings that a conversation's next request is made of, the tools of its servers among them. */
export function requestSettings(
  { settings, tools }: Pick<Conversation, 'settings' | 'tools'>,
  sources: readonly ToolSource[],
): JsonObject {
  return tools === undefined ? settings : withTools(settings, wireTools(settings, tools, sources))
}

/** Settings out of a whole request, without the tools that servers add to it by themselves. */
export function withoutServerTools(settings: JsonObject, tools: readonly WireTool[]): JsonObject {
  const { tools: list, ...rest } = settings
  const added = addedTools(tools).map(canonicalJson)
  if (!Array.isArray(list) || added.length === 0) return settings
  const own = list.filter((tool) => !added.includes(canonicalJson(tool)))
  return own.length === 0 ? rest : { ...rest, tools: own }
}

/** The settings of a request with the tools of the conversation's servers behind its own. */
function withTools(settings: JsonObject, tools: readonly WireTool[]): JsonObject {
  const added = addedTools(tools)
  if (added.length === 0) return settings
  const own = settings['tools']
  return { ...settings, tools: [...(Array.isArray(own) ? own : []), ...added] }
}

function addedTools(tools: readonly WireTool[]): JsonObject[] {
  return tools.flatMap(({ wire, definition, isWritten }) =>
    isWritten ? [] : [functionTool(wire, definition)],
  )
}

/** A tool in the form that a chat request takes. */
function functionTool(name: string, { description, inputSchema }: ToolDefinition): JsonObject {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: inputSchema,
    },
  }
}

function writtenTools(tools: JsonValue | undefined, enabled: readonly ToolSource[]): WireTool[] {
  const local = enabled.filter(({ kind }) => kind !== 'mcp')
  return (Array.isArray(tools) ? tools : []).flatMap((tool): WireTool[] => {
    const written = functionOf(tool)
    const wire = written?.['name']
    if (written === undefined || typeof wire !== 'string' || wire === '') return []
    const { description, parameters } = written
    const definition: ToolDefinition = {
      name: wire,
      ...(typeof description === 'string' ? { description } : {}),
      inputSchema: isJsonObject(parameters) ? parameters : {},
    }
    const source = local.find((one) => one.tools().some(({ name }) => name === wire))
    return [{ wire, definition, isWritten: true, ...(source === undefined ? {} : { source }) }]
  })
}

/** Whether a definition can go out: not too long, and not nested deeper than is read of anybody. */
function isBounded(definition: ToolDefinition): boolean {
  try {
    const text = JSON.stringify(definition)
    return text.length <= MAX_DEFINITION && !isNestedTooDeeply(text)
  } catch {
    // Nested deeper than can be written.
    return false
  }
}

/** A name with what the API does not take replaced. */
function wireName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME) || 'tool'
}

function freeName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const before = wireName(server).slice(0, 24)
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `_${count}`
    const name = `${`${before}__${tool}`.slice(0, MAX_NAME - end.length)}${end}`
    if (!taken.has(name)) return name
  }
}
