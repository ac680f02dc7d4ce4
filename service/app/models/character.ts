import characters from './characters.json' with { type: 'json' }

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
