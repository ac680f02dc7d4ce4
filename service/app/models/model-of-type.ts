import type { ModelType } from '../../../contract/models/model-types.ts'
import type { Model } from '../../../contract/models/model.ts'
import { resolveModelId } from '../../../contract/models/traits.ts'
import { HttpError, standardError, validationError } from '../http/http-error.ts'
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
  if (!isKnown)
    throw standardError(
      404,
      `There is no model ${JSON.stringify(name.slice(0, 100))}. GET /models?type=${type} lists the models of this operation.`,
      'MODEL_NOT_FOUND',
    )
  const message = `model is ${JSON.stringify(name.slice(0, 100))}, which cannot do this; it must be one of ${[...ids].join(', ')}.`
  const { body } = validationError([{ path: ['model'], code: 'custom', message }])
  throw new HttpError(400, { ...body, code: 'INVALID_MODEL' })
}
