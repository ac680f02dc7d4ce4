import type { Citation } from '../../contract/chat/response.ts'
import { CORPUS } from './corpus.ts'
import { createRanker } from './rank.ts'

const MOST_QUERY_CHARACTERS = 1000
const rank = createRanker(CORPUS)

/** The best matches of a query in the bundled corpus, best first; none when nothing fits. */
export function searchCorpus(query: string, most: number): Citation[] {
  return rank(query.slice(0, MOST_QUERY_CHARACTERS))
    .slice(0, most)
    .map(({ article }) => ({ ...article }))
}
