import type { Citation } from '../../../../contract/chat/response.ts'
import type { Article } from './corpus.ts'
import { CORPUS } from './corpus.ts'
import { createRanker } from './rank.ts'

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
export function simulatedResults(query: string, most: number, kind: 'web' | 'x'): Citation[] {
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
