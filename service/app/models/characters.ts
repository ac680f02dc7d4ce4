import { standardError } from '../http/http-error.ts'
import characters from './characters.json' with { type: 'json' }

/** The character of a slug. @throws HttpError 404 CHARACTER_NOT_FOUND */
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

/** A public persona that can answer (contract, `character_slug`). */
export interface Character {
  id: string
  slug: string
  name: string
  description: string
  author: string
  tags: readonly string[]
  categories: readonly string[]
  featured: boolean
  webEnabled: boolean
  /** The model it was written for; a suggestion only. */
  modelId: string
  /** Ratings from 1 to 5, and how often it was taken over. Made up, like the characters. */
  stats: { ratingCount: number; ratingSum: number; imports: number }
  /** ISO 8601. */
  createdAt: string
  updatedAt: string
  /** What a language model is told. */
  systemPrompt: string
  /** How the built-in models sound as this character: first words and last words. */
  voice: { opening: string; closing: string }
}

/** The characters of the local service. */
export const CHARACTERS: readonly Character[] = characters
