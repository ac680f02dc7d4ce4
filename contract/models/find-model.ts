import { MODEL_TYPES } from './model-types.ts'
import type { Model } from './model.ts'
import { resolveModelId, type ModelNames } from './traits.ts'

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

/** What other models are called, here and elsewhere. */
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
