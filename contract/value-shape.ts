import type { JsonValue } from './json.ts'
import type { z } from './zod.ts'

/** What a JSON value may be, in the words of JSON Schema. Without `type` anything goes. */
export interface ValueShape {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  description?: string
  enum?: readonly JsonValue[]
  properties?: Readonly<Record<string, ValueShape>>
  required?: readonly string[]
  items?: ValueShape
  anyOf?: readonly ValueShape[]
  /** Values worth proposing; others are fine too. */
  examples?: readonly JsonValue[]
}

/** The shape that a schema of the contract validates by; checks beyond types and names are left out. */
export function shapeOf(schema: z.core.$ZodType): ValueShape {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectShape(def.shape)
    case 'record':
      return { type: 'object' }
    case 'array':
      return { type: 'array', items: shapeOf(def.element) }
    case 'union':
      return { anyOf: def.options.map(shapeOf) }
    case 'enum':
      return { type: 'string', enum: Object.values(def.entries) }
    case 'literal':
      return { enum: def.values.filter(isJsonLiteral) }
    case 'nullable':
      return { anyOf: [shapeOf(def.innerType), { type: 'null' }] }
    case 'optional':
      return shapeOf(def.innerType)
    case 'number':
      return { type: 'format' in def ? 'integer' : 'number' }
    case 'string':
    case 'boolean':
      return { type: def.type }
    default:
      return {}
  }
}

function objectShape(members: Readonly<Record<string, z.core.$ZodType>>): ValueShape {
  const entries = Object.entries(members)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, shapeOf(member)])),
    required: entries.filter(([, member]) => !isOptional(member)).map(([name]) => name),
  }
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === 'optional'
}

function isJsonLiteral(value: unknown): value is string | number | boolean | null {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  )
}
