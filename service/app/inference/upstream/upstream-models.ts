import { readModels } from '../../../../contract/models/model-list.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { ModelSource } from '../../models/catalogue.ts'
import { causeOf, upstreamHeaders, type UpstreamEndpoint } from './upstream-endpoint.ts'

const FRESH_MS = 30_000
const RETRY_MS = 5000
const TIMEOUT_MS = 5000

interface UpstreamModels extends Pick<ModelSource, 'list' | 'unlisted'> {
  describe: () => Promise<string>
}

/** What asking for the list came to. */
type Listing = { models: readonly Model[] } | { why: string }

/**
 * Lists the models of an upstream server, asked again at most every half minute. While it has shown
 * no list, any id may be one of its models.
 */
export function createUpstreamModels(endpoint: UpstreamEndpoint): UpstreamModels {
  let known: readonly Model[] | undefined
  let latest: Listing = { why: 'was not asked yet' }
  let askAgainAt = 0
  let asking: Promise<void> | undefined
  const ask = async () => {
    latest = await fetchModels(endpoint)
    askAgainAt = Date.now() + ('why' in latest ? RETRY_MS : FRESH_MS)
    asking = undefined
    // Models stay listed through a hiccup: asking one then says that the server is unreachable.
    if ('models' in latest) known = latest.models
  }
  const refresh = async () => {
    if (Date.now() >= askAgainAt) await (asking ??= ask())
  }
  return {
    list: async () => {
      await refresh()
      return known ?? []
    },
    unlisted: (id) => (known === undefined ? asTextModel({ id }) : undefined),
    describe: async () => {
      await refresh()
      const server = `The upstream server ${endpoint.baseUrl}`
      return 'models' in latest
        ? `${server} was reached; it lists ${latest.models.length} model${latest.models.length === 1 ? '' : 's'}.`
        : `${server} ${latest.why}. Model IDs that are not built in are still forwarded to it.`
    },
  }
}

async function fetchModels(endpoint: UpstreamEndpoint): Promise<Listing> {
  let response: Response
  try {
    response = await fetch(`${endpoint.baseUrl}/models`, {
      headers: upstreamHeaders(endpoint),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    return { why: `can't be reached (${causeOf(error)})` }
  }
  const { status } = response
  if (status === 401 || status === 403)
    return {
      why: `was reached, but didn't list its models (${status}). Set its key in VENDOR_UPSTREAM_KEY`,
    }
  if (!response.ok) return { why: `was reached, but has no /models endpoint (${status})` }
  const body: unknown = await response.json().catch(() => undefined)
  const models = readModels(body)
  return models === undefined
    ? { why: 'was reached, but its /models response is not a list of models' }
    : { models: models.map(asTextModel) }
}

/** Other servers list little more than ids; what they do say is kept, and nothing is promised for them. */
function asTextModel(model: Model): Model {
  return {
    object: 'model',
    owned_by: 'upstream',
    ...model,
    type: model.type ?? 'text',
    model_spec: { name: model.id, ...model.model_spec },
  }
}
