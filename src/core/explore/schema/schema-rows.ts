import type { ValueSchema } from '../../client/queries/openapi-schema.ts'

/** One member of a described value, as a line of a table. */
export interface SchemaRow {
  /** Where it is: "choices[].message". */
  path: string
  name: string
  depth: number
  /** In words: "array of string", "low | high". */
  type: string
  required: boolean
  description: string
}

/** Deeper members and more lines are not read. */
const MAX_DEPTH = 3
const MAX_ROWS = 80

/** The members of a value that a schema describes, each followed by its own. */
export function schemaRows(schema: ValueSchema): SchemaRow[] {
  return rowsOf(schema, '', 0).slice(0, MAX_ROWS)
}

function rowsOf(schema: ValueSchema, path: string, depth: number): SchemaRow[] {
  const { holder, suffix } = withMembers(schema)
  if (holder === undefined || depth > MAX_DEPTH) return []
  const inside = `${path}${suffix}`
  return Object.entries(holder.properties ?? {}).flatMap(([name, member]) => {
    const own = inside === '' ? name : `${inside}.${name}`
    const row: SchemaRow = {
      path: own,
      name,
      depth,
      type: typeInWords(member),
      required: holder.required?.includes(name) === true,
      description: member.description ?? '',
    }
    return [row, ...rowsOf(member, own, depth + 1)]
  })
}

/** The schema whose members are listed: the value's own, or those of what an array holds. */
function withMembers(schema: ValueSchema): { holder: ValueSchema | undefined; suffix: string } {
  if (schema.properties !== undefined) return { holder: schema, suffix: '' }
  if (schema.items?.properties !== undefined) return { holder: schema.items, suffix: '[]' }
  const found = schema.anyOf?.find(({ properties }) => properties !== undefined)
  return { holder: found, suffix: '' }
}

function typeInWords(schema: ValueSchema): string {
  const { type, enum: values, anyOf = [], items, nullable } = schema
  const own =
    values !== undefined
      ? values.slice(0, 6).map(String).join(' | ')
      : anyOf.length > 0
        ? [...new Set(anyOf.map(typeInWords))].join(' | ')
        : type === 'array'
          ? `array of ${items === undefined ? 'any' : typeInWords(items)}`
          : (type ?? 'any')
  return nullable === true ? `${own} | null` : own
}
