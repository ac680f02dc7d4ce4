import { validate, type Validation } from '../../../contract/validation.ts'
import { z } from '../../../contract/zod.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { AppContext } from '../http/app-environment.ts'
import { validationError } from '../http/http-error.ts'
import { pageHeaders, sendJson } from '../http/respond.ts'
import {
  averageRating,
  type Character,
  CHARACTERS,
  publicCharacter,
  requireCharacter,
} from './characters.ts'

const DEFAULT_PER_PAGE = 50

interface Services {
  authenticator: Authenticator
}

/** `GET /characters`: the public characters, filtered, sorted and in pages. API key only. */
export function listCharacters({ authenticator }: Services) {
  return async (context: AppContext) => {
    await authenticator.requireKey(context)
    const query = readCharacterQuery(new URL(context.req.url).searchParams)
    if (!query.ok) throw validationError(query.issues)
    const { limit = DEFAULT_PER_PAGE, offset = 0 } = query.value
    const found = selectCharacters(CHARACTERS, query.value)
    return sendJson(
      context,
      { object: 'list', data: found.slice(offset, offset + limit).map(publicCharacter) },
      200,
      pageHeaders({ limit, page: Math.floor(offset / limit) + 1, total: found.length }),
    )
  }
}

/** `GET /characters/{slug}`. API key only. */
export function readCharacter({ authenticator }: Services) {
  return async (context: AppContext) => {
    await authenticator.requireKey(context)
    const character = requireCharacter(context.req.param('slug') ?? '')
    return sendJson(context, { object: 'character', data: publicCharacter(character) })
  }
}

const MAX_PER_PAGE = 100

const SORTS: Readonly<Record<string, (character: Character) => number>> = {
  featured: ({ featured }) => Number(featured),
  highestRating: averageRating,
  highlyRated: averageRating,
  highlyRatedAndRecent: (character) => averageRating(character) + recency(character),
  imports: ({ stats }) => stats.imports,
  mostRecent: recency,
  ratingCount: ({ stats }) => stats.ratingCount,
}

const flag = z.exactOptional(z.enum(['true', 'false']))
const texts = z.exactOptional(z.array(z.string()))

/** The query of `GET /characters`. */
export const characterQuerySchema = z.object({
  search: z.exactOptional(z.string()),
  categories: texts,
  tags: texts,
  modelId: texts,
  isAdult: flag,
  isPro: flag,
  isWebEnabled: flag,
  sortBy: z.exactOptional(
    z.enum([
      'featured',
      'highestRating',
      'highlyRated',
      'highlyRatedAndRecent',
      'imports',
      'mostRecent',
      'ratingCount',
    ]),
  ),
  sortOrder: z.exactOptional(z.enum(['asc', 'desc'])),
  limit: z.exactOptional(z.int().check(z.gte(1), z.lte(MAX_PER_PAGE))),
  offset: z.exactOptional(z.int().check(z.gte(0))),
})

type CharacterQuery = z.infer<typeof characterQuerySchema>

/** Reads the query of `GET /characters`; lists may be repeated or joined by commas. */
function readCharacterQuery(given: URLSearchParams): Validation<CharacterQuery> {
  const lists = ['categories', 'tags', 'modelId']
  const numbers = ['limit', 'offset']
  const entries = [...new Set(given.keys())].map((name): [string, unknown] => {
    const text = given.get(name) ?? ''
    if (lists.includes(name)) return [name, given.getAll(name).flatMap((item) => item.split(','))]
    if (numbers.includes(name)) return [name, /^\d{1,9}$/.test(text) ? Number(text) : text]
    return [name, text]
  })
  return validate(characterQuerySchema, Object.fromEntries(entries))
}

function selectCharacters(characters: readonly Character[], query: CharacterQuery): Character[] {
  const { search = '', categories, tags, modelId, isAdult, isWebEnabled } = query
  const words = search.toLowerCase()
  const found = characters.filter(
    (character) =>
      `${character.name} ${character.slug} ${character.description}`
        .toLowerCase()
        .includes(words) &&
      hasAny(character.categories, categories) &&
      hasAny(character.tags, tags) &&
      hasAny([character.modelId], modelId) &&
      isAdult !== 'true' &&
      query.isPro !== 'true' &&
      (isWebEnabled === undefined || character.webEnabled === (isWebEnabled === 'true')),
  )
  const key = SORTS[query.sortBy ?? 'featured'] ?? recency
  const sign = query.sortOrder === 'asc' ? 1 : -1
  return found.toSorted((a, b) => sign * (key(a) - key(b)))
}

function hasAny(own: readonly string[], asked: readonly string[] | undefined): boolean {
  return asked === undefined || asked.some((value) => own.includes(value))
}

/** Newer is higher; a year is 1. */
function recency({ createdAt }: Character): number {
  return Date.parse(createdAt) / (365 * 86_400_000)
}
