import { z } from '../zod.ts'

/** The plain error body: `{ "error": "text" }`, sometimes with a `code`. */
export const standardErrorSchema = z.looseObject({
  error: z.string(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
})

/** One validation problem in the list form. */
const issueSchema = z.looseObject({
  code: z.optional(z.string()),
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
})

/**
 * The body of a 400. `details` is a tree of `_errors` lists named like the fields, or a plain text
 * on some image, video and upstream errors; it is read by `issuesOf`, not by a recursive schema,
 * so that deep nesting cannot exhaust the stack.
 */
export const detailedErrorSchema = z.looseObject({
  error: z.string(),
  details: z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
  issues: z.optional(z.array(issueSchema)),
})

/** The 422 of the content policy. */
export const contentPolicyErrorSchema = z.looseObject({
  error: z.string(),
  suggested_prompt: z.optional(z.string()),
})

/** The 413 of a body or file that is too large. */
export const payloadTooLargeSchema = z.looseObject({
  code: z.literal('PAYLOAD_TOO_LARGE'),
  error: z.string(),
})

/** A refused top-up: here `error` is the code. */
export const topUpErrorSchema = z.looseObject({
  error: z.string(),
  message: z.optional(z.string()),
  details: z.optional(z.looseObject({})),
})

/** An error inside a stream, after status 200 was sent. It is terminal. */
export const streamErrorSchema = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.optional(z.string()),
    code: z.nullish(z.string()),
    param: z.nullish(z.string()),
    /** Seconds. */
    retry_after: z.optional(z.number()),
  }),
})

export type StreamError = z.infer<typeof streamErrorSchema>
