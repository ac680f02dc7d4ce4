import { isJsonObject } from '../json.ts'
import { z } from '../zod.ts'
import { type Model, modelSchema } from './model.ts'

/** The answer of `GET /models`. */
export const modelListSchema = z.looseObject({
  object: z.optional(z.string()),
  /** The `type` that was asked for. */
  type: z.optional(z.string()),
  data: z.array(modelSchema),
})

/** What a `GET /models` answer lists. */
export interface ModelListing {
  /** Each id once, in the order of the list. */
  models: Model[]
  /** How many entries have no id that could be read. */
  unread: number
}

/**
 * Reads a `GET /models` answer as servers really give it: `{data: […]}`, `{models: […]}` or a bare list, of
 * objects with an `id` (or, like Ollama's own list, a `name`) or of plain ids. A member of an unexpected
 * shape is left out, and hides neither its entry nor the others. Undefined when the answer is no list at all.
 */
export function readModels(body: unknown): ModelListing | undefined {
  const entries = listIn(body)
  if (entries === undefined) return undefined
  const models = new Map<string, Model>()
  let unread = 0
  for (const entry of entries) {
    const model = readModel(typeof entry === 'string' ? { id: entry } : entry)
    if (model === undefined) unread += 1
    else if (!models.has(model.id)) models.set(model.id, model)
  }
  return { models: [...models.values()], unread }
}

/** Follows the sentence that counts the models, where there are entries that could not be read; else ''. */
export function unreadWords(unread: number): string {
  if (unread === 0) return ''
  return unread === 1 ? ' 1 entry was not understood.' : ` ${unread} entries were not understood.`
}

function listIn(body: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(body)) return Array.isArray(body) ? body : undefined
  return [body['data'], body['models']].find((list) => Array.isArray(list))
}

function readModel(entry: unknown): Model | undefined {
  if (!isJsonObject(entry)) return undefined
  const id = entry['id'] ?? entry['name'] ?? entry['model']
  if (typeof id !== 'string' || id.trim() === '') return undefined
  const whole = modelSchema.safeParse({ ...entry, id })
  if (whole.success) return whole.data
  const odd = new Set(whole.error.issues.map(({ path }) => path[0]))
  const readable = Object.entries(entry).filter(([name]) => !odd.has(name))
  return { ...Object.fromEntries<unknown>(readable), id }
}
