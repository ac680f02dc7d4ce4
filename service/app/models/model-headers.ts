import { resolveModelId } from '../../../contract/models/find-model.ts'
import {
  capabilitiesOf,
  type Model,
  modelName,
  type ModelType,
} from '../../../contract/models/model.ts'
import { fieldError, type HttpError, standardError } from '../http/http-error.ts'
import type { Catalogue } from './catalogue.ts'
import { SANDBOX_OPERATION_MODELS } from './operation-models.ts'

/** Who runs the enclave, as answers say it: this is a simulation, and tells so. */
export const TEE_PROVIDER = 'sandbox (simulated, no hardware)'

/**
 * The headers that say which model answers, what led to it when its id was not asked for, and when
 * it goes away (contract, "Versioning"); of models in an enclave also whose that is.
 */
export function modelHeaders(model: Model, router?: string): Readonly<Record<string, string>> {
  const own = known.get(model) ?? headersOf(model)
  known.set(model, own)
  return router === undefined ? own : { ...own, 'x-vendor-model-router': headerText(router) }
}

/** Headers that were made; a model is never changed. */
const known = new WeakMap<Model, Readonly<Record<string, string>>>()

function headersOf(model: Model): Record<string, string> {
  const { deprecation } = model.model_spec ?? {}
  const headers = {
    'x-vendor-model-id': headerText(model.id),
    'x-vendor-model-name': headerText(modelName(model)),
    ...(capabilitiesOf(model).supportsTeeAttestation === true
      ? { 'x-vendor-tee': 'true', 'x-vendor-tee-provider': TEE_PROVIDER }
      : {}),
  }
  if (!deprecation?.date) return headers
  const day = deprecation.date.slice(0, 10)
  const instead = deprecation.replacementModelId
  return {
    ...headers,
    'x-vendor-model-deprecation-warning': `${headerText(model.id)} is deprecated and will be removed on ${day}.${instead === undefined ? '' : ` Use ${headerText(instead)} instead.`}`,
    'x-vendor-model-deprecation-date': deprecation.date,
  }
}

/** Header values are visible ASCII: another server's names may hold anything. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}

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
