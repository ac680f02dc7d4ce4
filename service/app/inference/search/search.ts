import { webUrls } from '../../../../contract/chat/request/request.ts'
import type { EffectiveVendorParameters } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { Citation } from '../../../../contract/chat/response.ts'
import { capabilitiesOf, type Model } from '../../../../contract/models/model.ts'
import { WEB_SEARCH_MICRO_USD, X_SEARCH_MICRO_USD } from '../../../../contract/models/price.ts'
import corpus from './corpus.json' with { type: 'json' }

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

/** BM25 with its usual constants; a word of the title counts as often as this. */
const K1 = 1.2
const B = 0.75
const TITLE_WEIGHT = 3

/** Too common to tell articles apart. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from have how i in is it its me my of on or please should so tell that the their them there these they this to was what when where which who why will with would you your about explain search find look up'.split(
    ' ',
  ),
)

/**
 * Ranks articles by a query, best first; those without a word of it are left out. The words of the articles are
 * counted once, so that each query is quick.
 */
function createRanker(articles: readonly Article[]) {
  const documents = articles.map((article) => {
    const words = [
      ...Array.from({ length: TITLE_WEIGHT }, () => article.title),
      article.content,
    ].flatMap(wordsOf)
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { article, counts, length: words.length, titleWords: new Set(wordsOf(article.title)) }
  })
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  const rarity = (word: string) => {
    const holding = documents.filter(({ counts }) => counts.has(word)).length
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5))
  }
  return (query: string) => {
    const words = [...new Set(wordsOf(query))].map((word) => ({ word, weight: rarity(word) }))
    return documents
      .map(({ article, counts, length, titleWords }) => ({
        article,
        // How much of the query the article is about: the share of its words that appear; 0 without one in the title.
        coverage: words.some(({ word }) => titleWords.has(word))
          ? words.filter(({ word }) => counts.has(word)).length / words.length
          : 0,
        score: words.reduce((sum, { word, weight }) => {
          const count = counts.get(word) ?? 0
          return sum + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average))
        }, 0),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
  }
}

/** Words in lower case, without the plural s and without those that everyone uses. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word))
}

/** A short text of the bundled corpus, with the source that says it at length. */
interface Article {
  title: string
  /** `docs.vendor.example` is a reserved name: those texts exist only here. */
  url: string
  content: string
  /** When the source was published, ISO 8601 date. */
  date: string
}

/** All that the local service can find: it never searches the real web. */
export const CORPUS: readonly Article[] = corpus

const MAX_QUERY_CHARACTERS = 1000
const rank = createRanker(CORPUS)

/** How much of a query a made-up source repeats, characters. */
const MAX_REPEATED = 80
/** The day that made-up sources are from: they are the same at every asking. */
const SIMULATED_DATE = '2026-01-01'

/** The best matches of a query in the bundled corpus, best first; none when nothing fits. */
export function searchCorpus(query: string, most: number): Citation[] {
  return rank(query.slice(0, MAX_QUERY_CHARACTERS))
    .slice(0, most)
    .map(({ article }) => ({ ...article }))
}

/** What the corpus says about a question, best first: only articles that are about most of its words. */
export function articlesAbout(question: string): Article[] {
  return rank(question.slice(0, MAX_QUERY_CHARACTERS))
    .filter(({ coverage }) => coverage > 0.5)
    .map(({ article }) => article)
}

/**
 * Made-up sources for a query that the corpus knows nothing about, or posts for a search on X, of which it has
 * none; each says that it is made up.
 */
function simulatedResults(query: string, most: number, kind: 'web' | 'x'): Citation[] {
  const words = query.replaceAll(/\s+/g, ' ').trim()
  const about = words === '' ? 'this message' : `“${words.slice(0, MAX_REPEATED)}”`
  const [what, where] = kind === 'x' ? ['X post', 'X'] : ['source', 'the web']
  return Array.from({ length: most }, (_, index) => ({
    title: `Simulated ${what} ${index + 1} about ${about}`,
    url: `https://example.com/simulated-${what.replace(' ', '-').toLowerCase()}/${index + 1}`,
    content: `Simulated: the local service never searches ${where}. A real result would be about ${about}.`,
    date: SIMULATED_DATE,
  }))
}
