import { z } from '../../../../contract/zod.ts'
import type { TextStorage } from '../db/browser-storage.ts'

const STORAGE_KEY = 'playground.explore'

/** A longer body is not kept, in characters: the browser's small storage is for settings. */
const MAX_CHARS = 64 * 1024

/** Reads what is not valid as a default. */
const orElse = z.catch

const draftSchema = z.object({
  version: z.literal(1),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().check(z.maxLength(8_000)),
  bodyAs: z.enum(['json', 'form']),
  body: z.string(),
  accept: orElse(z.string().check(z.maxLength(100)), ''),
  /** Headers that a person added, as written: not all of them may be sent. */
  headers: z.exactOptional(z.readonly(z.array(z.readonly(z.tuple([z.string(), z.string()]))))),
})

/** A call of Explore as it was left, without files and without answers. */
export type StoredExploreDraft = Omit<z.infer<typeof draftSchema>, 'version'>

/** The call that was being written in this browser; undefined when there is none that can be read. */
export function loadExploreDraft(storage: TextStorage): StoredExploreDraft | undefined {
  const { data } = draftSchema.safeParse(storage.loadJson(STORAGE_KEY))
  if (data === undefined) return undefined
  const { version: _, ...draft } = data
  return draft
}

/** Stores the call that is being written; a very long body is left out of it. */
export function saveExploreDraft(storage: TextStorage, draft: StoredExploreDraft): void {
  const body = draft.body.length > MAX_CHARS ? '' : draft.body
  // Where storage is refused it lasts as long as the page.
  storage.save(STORAGE_KEY, JSON.stringify({ version: 1, ...draft, body }))
}
