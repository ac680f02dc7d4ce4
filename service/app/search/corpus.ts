import type { Article } from './article.ts'
import { API_ARTICLES } from './articles-api.ts'
import { MONEY_ARTICLES } from './articles-money.ts'
import { TEXT_ARTICLES } from './articles-text.ts'
import { WEB_ARTICLES } from './articles-web.ts'

/** All that the local service can find: it never searches the real web. */
export const CORPUS: readonly Article[] = [
  ...WEB_ARTICLES,
  ...TEXT_ARTICLES,
  ...MONEY_ARTICLES,
  ...API_ARTICLES,
]
