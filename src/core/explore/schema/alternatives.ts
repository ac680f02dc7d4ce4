import type { JsonValue } from '../../../../contract/json.ts'
import type { ValueSchema } from '../../client/queries/openapi-schema.ts'
import { validateValue } from './validate-value.ts'

/** One of the shapes that a value may have, with a name to choose it by. */
export interface Alternative {
  name: string
  schema: ValueSchema
}

/** The shapes that a value may have, each with a name of its own. */
export function alternativesOf({ anyOf = [] }: ValueSchema): Alternative[] {
  const names = anyOf.map(nameOf)
  return anyOf.map((schema, index) => {
    const name = names[index] ?? 'value'
    const twice = names.indexOf(name) !== names.lastIndexOf(name)
    return { name: twice ? `${name} ${index + 1}` : name, schema }
  })
}

/** The alternative that a value follows, or comes nearest to. */
export function alternativeFor(
  alternatives: readonly Alternative[],
  value: JsonValue,
): Alternative | undefined {
  const faults = alternatives.map(({ schema }) => validateValue(schema, value))
  const fits = faults.findIndex((found) => found.length === 0)
  const near = faults.findIndex((found) => found.every(({ path }) => path.length > 0))
  return alternatives[fits === -1 ? near : fits]
}

/** A title, or what sets an object apart (`role: user`), or the kind of value. */
function nameOf({ title, type, enum: values, properties, items }: ValueSchema): string {
  if (title !== undefined) return title
  if (values !== undefined) return values.slice(0, 3).map(textOf).join(' | ')
  const mark = Object.entries(properties ?? {}).find(([, member]) => member.enum?.length === 1)
  if (mark !== undefined) return `${mark[0]}: ${textOf(mark[1].enum?.[0] ?? null)}`
  if (type === 'array') return items?.type === undefined ? 'array' : `array of ${items.type}`
  return type ?? 'value'
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
