/** What a JSON value may be, in the words of JSON Schema: what completion proposes from. */
export interface JsonShape {
  type?: string
  description?: string
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, JsonShape>>
  required?: readonly string[]
  /** What every other member may be. */
  members?: JsonShape
  items?: JsonShape
  anyOf?: readonly JsonShape[]
  examples?: readonly unknown[]
}

/**
 * The shapes that a place may have. Alternatives are narrowed by what the value already says, such
 * as the `role` of a message; `known` gives the members written so far at a path.
 */
export function shapesAt(
  root: JsonShape,
  path: readonly (string | number)[],
  known: (path: readonly (string | number)[]) => ReadonlyMap<string, unknown>,
): JsonShape[] {
  let shapes = alternatives(root, known([]))
  for (const [depth, key] of path.entries()) {
    const members = known(path.slice(0, depth + 1))
    shapes = shapes
      .flatMap(
        (shape) =>
          (typeof key === 'number' ? shape.items : (shape.properties?.[key] ?? shape.members)) ??
          [],
      )
      .flatMap((shape) => alternatives(shape, members))
  }
  return shapes
}

function alternatives(shape: JsonShape, members: ReadonlyMap<string, unknown>): JsonShape[] {
  if (shape.anyOf === undefined) return [shape]
  const { description } = shape
  const all = shape.anyOf
    .flatMap((one) => alternatives(one, members))
    .map((one) => (description === undefined ? one : { description, ...one }))
  const fitting = all.filter((one) =>
    [...members].every(([name, value]) => {
      const allowed = one.properties?.[name]?.enum
      return allowed === undefined || allowed.includes(value)
    }),
  )
  return fitting.length > 0 ? fitting : all
}

/** The words for what a shape takes, for the list of proposals: "number", "low | high", "array". */
export function shapeInWords({ type, enum: values, anyOf }: JsonShape): string {
  if (values !== undefined)
    return values.length <= 4 ? values.map(String).join(' | ') : `one of ${values.length}`
  if (anyOf !== undefined) return [...new Set(anyOf.map(shapeInWords))].join(' | ')
  return type ?? 'any'
}
