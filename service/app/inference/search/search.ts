import { webUrls } from '../../../../contract/chat/request/request-rules.ts'
import type { EffectiveVendorParameters } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { Citation } from '../../../../contract/chat/response.ts'
import { capabilitiesOf, type Model } from '../../../../contract/models/model.ts'
import { WEB_SEARCH_MICRO_USD, X_SEARCH_MICRO_USD } from '../../../../contract/models/price.ts'
import { searchCorpus, simulatedResults } from './web-search.ts'

/** Which search a request gets, and why, in words for the answer. */
interface SearchDecision {
  kind: 'none' | 'web' | 'x'
  why: string
}

/** In `auto`, a question or one of these words makes the model search. */
const ASKS_FOR_SEARCH = /\?|\b(?:search|look up|find|latest|current|today|news|source|cite)\b/i

/**
 * Decides on a search (contract, "vendor_parameters"): the native search of a model that has one
 * bypasses the standard search, and so does scraping when the message holds an address.
 */
export function decideSearch(
  text: string,
  vendor: EffectiveVendorParameters,
  asksForXSearch: boolean,
  model: Model,
): SearchDecision {
  const { supportsXSearch, supportsWebSearch } = capabilitiesOf(model)
  const mode = vendor.enable_web_search
  if (asksForXSearch && supportsXSearch === true)
    return {
      kind: 'x',
      why: `enable_x_search is on, so the model's own search was used${mode === 'off' ? '' : ' and the standard web search was bypassed'}`,
    }
  if (mode === 'off') return none('enable_web_search is off')
  if (supportsWebSearch !== true) return none(`${model.id} has no web search`)
  if (vendor.enable_web_scraping && webUrls(text).length > 0)
    return none('enable_web_scraping fetched URLs of the message and bypassed the web search')
  if (mode === 'on') return { kind: 'web', why: 'enable_web_search is on' }
  return ASKS_FOR_SEARCH.test(text)
    ? { kind: 'web', why: 'auto: the message asks a question or for a search' }
    : none('auto: the message asks no question')
}

function none(why: string): SearchDecision {
  return { kind: 'none', why }
}

const MAX_RESULTS = { web: 5, example: 3 }

const FEES: Readonly<Record<SearchDecision['kind'], number>> = {
  none: 0,
  web: WEB_SEARCH_MICRO_USD,
  x: X_SEARCH_MICRO_USD,
}

/** Made-up sources where the corpus has none. */
const SIMULATED_RESULTS = 3

/** What a search brought. */
export interface SearchOutcome extends SearchDecision {
  results: readonly Citation[]
  /** Price of the search, micro-USD. */
  feeMicroUsd: number
  /** Whether a stream begins with the results. */
  inStream: boolean
}

/**
 * Decides on a search for the last user message and makes it, in the bundled corpus; where that has
 * nothing, the sources are made up and say so, because a caller came to see sources.
 */
export function search(
  text: string,
  vendor: EffectiveVendorParameters,
  asksForXSearch: boolean,
  model: Model,
): SearchOutcome {
  const { kind, why } = decideSearch(text, vendor, asksForXSearch, model)
  // The corpus is what the standard search finds: a search on X bypasses it.
  const found = kind === 'web' ? searchCorpus(text, MAX_RESULTS.web) : []
  const results =
    kind !== 'none' && found.length === 0 ? simulatedResults(text, SIMULATED_RESULTS, kind) : found
  return {
    kind,
    why,
    results,
    feeMicroUsd: FEES[kind],
    inStream: kind !== 'none' && vendor.include_search_results_in_stream,
  }
}

/** What the directive `/refs` answers with: sources to cite, without a search and its price. */
export function exampleSources(text: string): SearchOutcome {
  const found = searchCorpus(text, MAX_RESULTS.example)
  return {
    kind: 'none',
    why: '/refs shows sources without a search',
    results:
      found.length > 0 ? found : searchCorpus('server-sent events JSON', MAX_RESULTS.example),
    feeMicroUsd: 0,
    inStream: true,
  }
}
