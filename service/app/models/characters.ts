import { standardError } from '../http/http-error.ts'
import { type Character, CHARACTERS } from './character.ts'

/**
 * The character of a slug.
 * @throws HttpError 404 CHARACTER_NOT_FOUND
 */
export function requireCharacter(slug: string): Character {
  const character = CHARACTERS.find((known) => known.slug === slug)
  if (character) return character
  throw standardError(
    404,
    `Character not found: ${JSON.stringify(slug.slice(0, 100))}. List characters with GET /characters.`,
    'CHARACTER_NOT_FOUND',
  )
}

/** A character as the API shows it. */
export function publicCharacter(character: Character) {
  const { systemPrompt: _, voice: __, categories: ___, stats, ...shown } = character
  const { ratingCount, ratingSum, imports } = stats
  return {
    ...shown,
    photoUrl: null,
    shareUrl: null,
    adult: false,
    stats: {
      averageRating: averageRating(character),
      imports,
      ratingCount,
      ratingSum,
      userRating: null,
    },
  }
}

/** Mean rating from 1 to 5, with two decimals. */
export function averageRating({ stats }: Character): number {
  return Math.round((stats.ratingSum / stats.ratingCount) * 100) / 100
}
