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

/**
 * The readable models of a `GET /models` answer. One entry of an unexpected shape must not hide the
 * others: it is reduced to its id and type, or left out when it has no id. Undefined when the answer
 * is no list at all.
 */
export function readModels(body: unknown): Model[] | undefined {
  if (!isJsonObject(body) || !Array.isArray(body.data)) return undefined
  return body.data.flatMap((entry) => {
    const whole = modelSchema.safeParse(entry)
    if (whole.success) return [whole.data]
    if (!isJsonObject(entry) || typeof entry.id !== 'string') return []
    return [{ id: entry.id, ...(typeof entry.type === 'string' && { type: entry.type }) }]
  })
}
