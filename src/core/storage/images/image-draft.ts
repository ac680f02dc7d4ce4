import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { TextStorage } from '../db/browser-storage.ts'

/** Most edits that one press starts. */
export const MAX_VARIATIONS = 4

/** The fields that a variation can have otherwise than the form. */
export const VARIED_FIELDS = ['model', 'resolution', 'aspect_ratio', 'quality'] as const

const STORAGE_KEY = 'playground.image'

/** Longer settings are not kept, in characters: the browser's small storage is no place for them. */
const MAX_CHARS = 64 * 1024

/** Reads what an older version did not write, or what is not valid, as a default. */
const orElse = z.catch

const draftSchema = z.object({
  version: z.literal(1),
  fields: z.custom<JsonObject>((value) => isJsonObject(value)),
  transport: z.enum(['multipart', 'json']),
  variations: orElse(z.int().check(z.gte(1), z.lte(MAX_VARIATIONS)), 1),
  changes: orElse(z.array(z.custom<JsonObject>((value) => isJsonObject(value))), []),
})

/** The form of an image edit as it was left, without its picture. */
export type StoredImageDraft = Omit<z.infer<typeof draftSchema>, 'version'>

interface DraftStorage {
  tab: TextStorage
  browser: TextStorage
}

/** The form being written in this tab, else in the tab that wrote last; undefined where none can be read. */
export function loadImageDraft({ tab, browser }: DraftStorage): StoredImageDraft | undefined {
  return readFrom(tab) ?? readFrom(browser)
}

function readFrom(storage: TextStorage): StoredImageDraft | undefined {
  const { data } = draftSchema.safeParse(storage.loadJson(STORAGE_KEY))
  if (data === undefined) return undefined
  const { version: _, ...draft } = data
  return draft
}

/** Stores the form that is being written; one that is too long stays as it was stored before. */
export function saveImageDraft({ tab, browser }: DraftStorage, draft: StoredImageDraft): void {
  const text = JSON.stringify({ version: 1, ...draft })
  if (text.length > MAX_CHARS) return
  // Where storage is refused it lasts as long as the page.
  tab.save(STORAGE_KEY, text)
  browser.save(STORAGE_KEY, text)
}
