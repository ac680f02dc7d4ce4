import type { Article } from './corpus.ts'

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

/** An article and how well it fits, higher is better and always above 0. */
interface RankedArticle {
  article: Article
  score: number
  /** How much of the query the article is about: the share of its words that appear; 0 without one in the title. */
  coverage: number
}

/** Ranks articles by a query, best first; those without a word of it are left out. */
export type Ranker = (query: string) => RankedArticle[]

/** Counts the words of some articles once, so that each query is quick. */
export function createRanker(articles: readonly Article[]): Ranker {
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
  return (query) => {
    const words = [...new Set(wordsOf(query))].map((word) => ({ word, weight: rarity(word) }))
    return documents
      .map(({ article, counts, length, titleWords }) => ({
        article,
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
