import { canonicalJson } from '../../../contract/json-text.ts'
import {
  given,
  isJsonObject,
  isNestedTooDeeply,
  type JsonObject,
  type JsonValue,
} from '../../../contract/json.ts'
import { functionOf } from '../chat/structures/tool-list.ts'
import type { Conversation, ConversationTools } from '../storage/conversations/conversation.ts'
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
/** What a request carries of the tools of servers: how many, and characters of JSON of one and of all. */
export const TOOL_LIMITS = { tools: 128, definition: 64_000, definitions: 256_000 } as const

/** A tool of a server, on its way into a request. */
interface OfferedTool {
  server: string
  definition: ToolDefinition
  source?: ToolSource
}

/**
 * The tools that a conversation's next request offers: those written in its settings, and those of the
 * servers that are on. A name that two of them have is joined with the server's: `server__tool`.
 */
export function wireTools(
  settings: JsonObject,
  tools: ConversationTools | undefined,
  sources: readonly ToolSource[],
): WireTool[] {
  const { written, offered } = offeredTools(settings, tools, sources)
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

/** The tools of servers that are on and that the next request does not carry: it would be too large. */
export function leftOutTools(
  settings: JsonObject,
  tools: ConversationTools | undefined,
  sources: readonly ToolSource[],
): readonly ToolDefinition[] {
  return offeredTools(settings, tools, sources).leftOut
}

/** What is written in the settings, and of the tools of servers those that there is room for, in their order. */
function offeredTools(
  settings: JsonObject,
  tools: ConversationTools | undefined,
  sources: readonly ToolSource[],
): { written: WireTool[]; offered: OfferedTool[]; leftOut: ToolDefinition[] } {
  const enabled = sources.filter(({ id }) => tools?.sources?.includes(id) ?? false)
  const written = writtenTools(settings['tools'], enabled)
  const all = [
    ...enabled
      .filter(({ kind }) => kind === 'mcp')
      .flatMap((source) =>
        source.tools().map((definition) => ({ server: source.name, source, definition })),
      ),
    ...(tools?.slots ?? []).flatMap((slot) =>
      slot.tools.map((definition) => ({ server: slot.name, definition })),
    ),
  ]
  const offered: OfferedTool[] = []
  const leftOut: ToolDefinition[] = []
  let room = TOOL_LIMITS.definitions
  for (const tool of all) {
    const size = sizeOf(tool.definition)
    const isFull = written.length + offered.length >= TOOL_LIMITS.tools
    if (isFull || size > Math.min(room, TOOL_LIMITS.definition)) leftOut.push(tool.definition)
    else {
      room -= size
      offered.push(tool)
    }
  }
  return { written, offered, leftOut }
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

/** Tools as they went out last: a server's definitions are the same objects until it lists them again. */
const wireForms = new WeakMap<ToolDefinition, { name: string; form: JsonObject }>()

function functionTool(name: string, definition: ToolDefinition): JsonObject {
  const known = wireForms.get(definition)
  if (known?.name === name) return known.form
  const { description, inputSchema } = definition
  const form: JsonObject = {
    type: 'function',
    function: { name, ...given({ description }), parameters: inputSchema },
  }
  wireForms.set(definition, { name, form })
  return form
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
    return [{ wire, definition, isWritten: true, ...given({ source }) }]
  })
}

const sizes = new WeakMap<ToolDefinition, number>()

/** How long what goes out of a definition is, in characters of JSON; endless where it is nested too deeply to be read. */
function sizeOf(definition: ToolDefinition): number {
  const size = sizes.get(definition) ?? measured(definition)
  sizes.set(definition, size)
  return size
}

function measured(definition: ToolDefinition): number {
  try {
    const { outputSchema, ...sent } = definition
    const text = JSON.stringify(sent)
    const isDeep =
      isNestedTooDeeply(text) || isNestedTooDeeply(JSON.stringify(outputSchema ?? null))
    return isDeep ? Infinity : text.length
  } catch {
    // Nested deeper than can be written.
    return Infinity
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
