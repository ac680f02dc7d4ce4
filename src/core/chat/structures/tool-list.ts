import { toolSchema } from '../../../../contract/chat/request/request-structures.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
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

/** A function tool with nothing but a name and an empty list of parameters. */
export function newFunction(name: string): JsonObject {
  return {
    type: 'function',
    function: { name, description: '', parameters: { type: 'object', properties: {} } },
  }
}
