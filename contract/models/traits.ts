import { z } from '../zod.ts'

/** The answer of `GET /models/traits`: trait → model id, such as `default` and `fastest`. */
export const traitsResponseSchema = z.looseObject({
  object: z.optional(z.string()),
  type: z.optional(z.string()),
  data: z.record(z.string(), z.string()),
})

/** The answer of `GET /models/compatibility_mapping`: another vendor's id → model id. */
export const compatibilityMappingResponseSchema = z.looseObject({
  object: z.optional(z.string()),
  type: z.optional(z.string()),
  data: z.record(z.string(), z.string()),
})

/** Names that stand for a model: name → model id. */
export type ModelNames = Readonly<Record<string, string>>

/** The names of a `GET /models/traits` or `/models/compatibility_mapping` answer; undefined for another. */
export function readModelNames(body: unknown): ModelNames | undefined {
  const read = traitsResponseSchema.safeParse(body)
  return read.success ? read.data.data : undefined
}

/** What the `model` of a request resolves to. */
export interface ResolvedModel {
  readonly id: string
  readonly via: 'id' | 'trait' | 'mapping'
}

/**
 * The model that a request's `model` names: an id first, then a trait, then a compatibility mapping.
 * Feature suffixes (`id:key=value`) must be removed before. Undefined when nothing matches.
 */
export function resolveModelId(
  name: string,
  known: {
    readonly ids: ReadonlySet<string>
    readonly traits?: ModelNames | undefined
    readonly mapping?: ModelNames | undefined
  },
): ResolvedModel | undefined {
  if (known.ids.has(name)) return { id: name, via: 'id' }
  const byTrait = lookUp(known.traits, name)
  if (byTrait !== undefined) return { id: byTrait, via: 'trait' }
  const byMapping = lookUp(known.mapping, name)
  return byMapping === undefined ? undefined : { id: byMapping, via: 'mapping' }
}

function lookUp(names: ModelNames | undefined, name: string): string | undefined {
  return names && Object.hasOwn(names, name) ? names[name] : undefined
}
