import { capabilitiesOf, modelName, type Model } from '../../../contract/models/model.ts'

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
