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

/** Whether a model answers chat requests. A list that does not tell types apart is taken as text. */
export function isTextModel({ type }: Model): boolean {
  return type === undefined || type === 'text' || type === 'code'
}
