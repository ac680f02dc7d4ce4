import { toolSchema } from '../../../../contract/chat/request/request-structures.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { shapeOf } from '../../../../contract/value-shape.ts'

/** The tool types besides functions that the contract knows. */
export const BUILT_IN_TOOLS: readonly string[] = (shapeOf(toolSchema).anyOf ?? [])
  .flatMap(({ properties }) => properties?.['type']?.enum ?? [])
  .filter((type) => typeof type === 'string')
  .filter((type) => type !== 'function')

/** The function of a tool; undefined for a tool of another type. */
export function functionOf(tool: JsonValue): JsonObject | undefined {
  return isJsonObject(tool) && isJsonObject(tool['function']) ? tool['function'] : undefined
}

/** The names of the functions among the tools of a request, as far as they have any. */
export function functionNames(tools: JsonValue | undefined): string[] {
  return (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const name = functionOf(tool)?.['name']
    return typeof name === 'string' && name !== '' ? [name] : []
  })
}

/** A function tool to begin with, under a name that none of the tools has. */
export function newFunction(tools: readonly JsonValue[]): JsonObject {
  const taken = functionNames([...tools])
  let name = 'my_function'
  for (let number = 2; taken.includes(name); number += 1) name = `my_function_${number}`
  return {
    type: 'function',
    function: {
      name,
      description: '',
      parameters: { type: 'object', properties: {}, required: [] },
    },
  }
}

/**
 * The tools that were pasted: one, a list, or a request with them. A function as other APIs and MCP servers write
 * it (`name` with `parameters`, `input_schema` or `inputSchema`) becomes a tool of this API.
 */
export function pastedTools(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(pastedTools)
  if (!isJsonObject(value)) return [value]
  const { tools, name, description, strict } = value
  if (Array.isArray(tools)) return pastedTools(tools)
  if (typeof name !== 'string' || value['function'] !== undefined) return [value]
  const parameters = value['parameters'] ?? value['input_schema'] ?? value['inputSchema']
  return [{ type: 'function', function: { name, ...given({ description, strict, parameters }) } }]
}
