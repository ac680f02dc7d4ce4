import { resolveModelId } from '../../../contract/models/find-model.ts'
import type { Model, ModelType } from '../../../contract/models/model.ts'
import { fieldError, standardError, type HttpError } from '../http/http-error.ts'
import type { Catalogue } from './catalogue.ts'
import { SANDBOX_OPERATION_MODELS } from './operation-models.ts'

/**
 * The built-in model of a type that a name stands for: its id, a trait, or another vendor's id.
 * @throws HttpError 404 for a name that nobody has, 400 for a model that cannot do it
 */
export async function modelOfType(
  name: string,
  type: ModelType,
  catalogue: Catalogue,
): Promise<Model> {
  const models = SANDBOX_OPERATION_MODELS.filter((model) => model.type === type)
  const ids = new Set(models.map(({ id }) => id))
  const mapping = catalogue.mapping(type)
  const resolved = resolveModelId(name, { ids, traits: catalogue.traits(type), mapping })
  const found = models.find(({ id }) => id === resolved?.id)
  if (found) return found
  const isKnown =
    (await catalogue.resolve(name)) ?? (await catalogue.list('all')).find(({ id }) => id === name)
  throw isKnown ? wrongModel(name, [...ids]) : modelNotFound(name, `?type=${type}`)
}

/** The 404 of a name that no model has. `query` lists the models that would do, `closest` is one it may mean. */
export function modelNotFound(name: string, query = '', closest?: string): HttpError {
  const guess = closest === undefined ? '' : ` Did you mean ${closest}?`
  return standardError(
    404,
    `Model not found: ${JSON.stringify(name.slice(0, 100))}.${guess} List models with GET /models${query}.`,
    'MODEL_NOT_FOUND',
  )
}

/** The 400 of a model that cannot do what is asked; `ids` are those that can. */
export function wrongModel(name: string, ids: readonly string[]): HttpError {
  const message = `model is ${JSON.stringify(name.slice(0, 100))}, which doesn't support this endpoint, but must be one of ${ids.join(', ')}.`
  return fieldError(400, 'INVALID_MODEL', 'model', message)
}
