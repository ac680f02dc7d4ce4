import { readModels } from '../../contract/models/model-list.ts'
import type { Model } from '../../contract/models/model.ts'
import { upstreamHeaders, type UpstreamEndpoint } from './upstream-endpoint.ts'

const FRESH_MS = 30_000
const RETRY_MS = 5000
const TIMEOUT_MS = 5000

/** Lists the models of an upstream server, asked again at most every half minute. */
export function createUpstreamModels(endpoint: UpstreamEndpoint): () => Promise<readonly Model[]> {
  let known: readonly Model[] = []
  let askAgainAt = 0
  let asking: Promise<readonly Model[]> | undefined
  const ask = async () => {
    const found = await fetchModels(endpoint)
    askAgainAt = Date.now() + (found === undefined ? RETRY_MS : FRESH_MS)
    asking = undefined
    // Models stay listed through a hiccup: asking one then says that the server is unreachable.
    known = found ?? known
    return known
  }
  return async () => (Date.now() < askAgainAt ? known : (asking ??= ask()))
}

async function fetchModels(endpoint: UpstreamEndpoint): Promise<Model[] | undefined> {
  try {
    const response = await fetch(`${endpoint.baseUrl}/models`, {
      headers: upstreamHeaders(endpoint),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) return undefined
    const models = readModels(await response.json())
    return models?.map(asTextModel)
  } catch {
    return undefined
  }
}

/** Other servers list little more than ids; what they do say is kept. */
function asTextModel(model: Model): Model {
  return {
    object: 'model',
    owned_by: 'upstream',
    ...model,
    type: model.type ?? 'text',
    model_spec: { name: model.id, privacy: 'private', ...model.model_spec },
  }
}
