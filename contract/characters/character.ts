import { isJsonObject } from '../json.ts'
import { z } from '../zod.ts'

/** A public persona of `GET /characters`. Its contract is not published in full; a slug is all it needs. */
const characterSchema = z.looseObject({
  slug: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  /** The model it was written for; a suggestion only. */
  modelId: z.optional(z.string()),
})

export type Character = z.infer<typeof characterSchema>

/**
 * The readable characters of a `GET /characters` answer; entries of another shape are left out.
 * Undefined when the answer is no list at all.
 */
export function readCharacters(body: unknown): Character[] | undefined {
  if (!isJsonObject(body) || !Array.isArray(body.data)) return undefined
  return body.data.flatMap((entry) => {
    const read = characterSchema.safeParse(entry)
    return read.success ? [read.data] : []
  })
}
