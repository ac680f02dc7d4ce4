import { webUrls } from '../../../contract/chat/request/request-rules.ts'
import type { EffectiveVendorParameters } from '../../../contract/chat/request/vendor-parameters.ts'
import { capabilitiesOf, type Model } from '../../../contract/models/model.ts'

/** Which search a request gets, and why, in words for the answer. */
export interface SearchDecision {
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
