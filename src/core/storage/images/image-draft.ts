import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import { MOST_VARIATIONS } from './image-variations.ts'

const STORAGE_KEY = 'playground.image'

/** Longer settings are not kept, in characters: the browser's small storage is no place for them. */
const MOST_CHARS = 64 * 1024

/** Reads what an older version did not write, or what is not valid, as a default. */
const orElse = z.catch

const draftSchema = z.object({
  version: z.literal(1),
  fields: z.custom<JsonObject>((value) => isJsonObject(value)),
  transport: z.enum(['multipart', 'json']),
  variations: orElse(z.int().check(z.gte(1), z.lte(MOST_VARIATIONS)), 1),
  changes: orElse(z.array(z.custom<JsonObject>((value) => isJsonObject(value))), []),
})

/** The form of an image edit as it was left, without its picture. */
export type StoredImageDraft = Omit<z.infer<typeof draftSchema>, 'version'>

/**
 * The form that was being written in this tab, or else in the tab that wrote last; undefined when
 * there is none that can be read.
 */
export function storedImageDraft(): StoredImageDraft | undefined {
  return readFrom(() => sessionStorage) ?? readFrom(() => localStorage)
}

function readFrom(storage: () => Storage): StoredImageDraft | undefined {
  try {
    const stored: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? '')
    const { version: _, ...draft } = draftSchema.parse(stored)
    return draft
  } catch {
    return undefined
  }
}

/** Keeps the form that is being written; one that is too long stays as it was kept before. */
export function storeImageDraft(draft: StoredImageDraft): void {
  const text = JSON.stringify({ version: 1, ...draft })
  if (text.length > MOST_CHARS) return
  for (const storage of [() => sessionStorage, () => localStorage])
    try {
      storage().setItem(STORAGE_KEY, text)
    } catch {
      // Without storage it lasts as long as the page.
    }
}
