import { z } from '../zod.ts'
import { capabilitiesOf, type Model, MODEL_TYPES } from './model.ts'
import { priceOf } from './price.ts'

/**
 * The model that a name stands for: an id, a trait that a model of the list carries, or a
 * compatibility mapping. Feature suffixes must be removed before.
 */
export function findModel(
  models: readonly Model[],
  name: string,
  mapping?: ModelNames,
): Model | undefined {
  const traits = Object.fromEntries(
    models.flatMap(({ id, model_spec }) => (model_spec?.traits ?? []).map((trait) => [trait, id])),
  )
  const found = resolveModelId(name, { ids: new Set(models.map(({ id }) => id)), traits, mapping })
  return found && models.find(({ id }) => id === found.id)
}

/**
 * Whether a model answers chat requests. A list that does not tell types apart is taken as text, and so is a
 * type that nobody knows: servers have many words for it ("chat", "language", "llm", "base").
 */
export function isTextModel({ type }: Model): boolean {
  return type === undefined || !OTHER_TYPES.has(type)
}

const OTHER_TYPES: ReadonlySet<string> = new Set([
  ...MODEL_TYPES.filter((type) => type !== 'text' && type !== 'code'),
  'audio',
  'embeddings',
  'moderation',
  'rerank',
  'reranker',
  'speech',
  'transcribe',
])

/**
 * Other text models that could answer instead of one: those that can do all it can come first. Among them
 * come first those that the service names for something by a trait, then the nearest in price; last what
 * is going away. Left out is what is offline, for Pro users, or among `avoided`.
 */
export function similarModels(
  models: readonly Model[],
  id: string,
  avoided: ReadonlySet<string> = new Set(),
): Model[] {
  const failed = models.find((model) => model.id === id)
  const wanted = failed === undefined ? [] : abilities(failed)
  const price = failed && outputPrice(failed)
  return models
    .filter((model) => model.id !== id && !avoided.has(model.id))
    .filter((model) => isTextModel(model) && isUsable(model))
    .map((model) => {
      const can = new Set(abilities(model))
      return {
        model,
        leaving: Number(model.model_spec?.deprecation != null),
        missing: wanted.filter((ability) => !can.has(ability)).length,
        unnamed: Number((model.model_spec?.traits ?? []).length === 0),
        distance: Math.abs(Math.log(((outputPrice(model) ?? 1) + 1) / ((price ?? 1) + 1))),
      }
    })
    .toSorted(
      (a, b) =>
        a.leaving - b.leaving ||
        a.missing - b.missing ||
        a.unnamed - b.unnamed ||
        a.distance - b.distance,
    )
    .map(({ model }) => model)
}

function abilities(model: Model): string[] {
  return Object.entries(capabilitiesOf(model)).flatMap(([name, can]) =>
    can === true ? [name] : [],
  )
}

function outputPrice(model: Model): number | undefined {
  return priceOf(model)?.output
}

function isUsable({ model_spec: spec }: Model): boolean {
  return spec?.offline !== true && spec?.proOnly !== true
}

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
