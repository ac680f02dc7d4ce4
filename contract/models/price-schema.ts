import { z } from '../zod.ts'

/** A price as JSON numbers, in USD and in DIEM. */
export const priceSchema = z.looseObject({
  usd: z.optional(z.number()),
  diem: z.optional(z.number()),
})

/**
 * What a model costs. Text models: `input`, `output`, `cache_input`, `cache_write` per million
 * tokens, and `extended` prices beyond a context length. Edit models: `inpaint` per image,
 * `resolutions` by tier, `quality` by tier and quality, `inputImages` for further images.
 */
export const pricingSchema = z.looseObject({
  input: z.optional(priceSchema),
  output: z.optional(priceSchema),
  cache_input: z.optional(priceSchema),
  cache_write: z.optional(priceSchema),
  extended: z.optional(
    z.looseObject({
      context_token_threshold: z.optional(z.number()),
      input: z.optional(priceSchema),
      output: z.optional(priceSchema),
    }),
  ),
  inpaint: z.optional(priceSchema),
  resolutions: z.optional(z.record(z.string(), priceSchema)),
  quality: z.optional(z.record(z.string(), z.record(z.string(), priceSchema))),
  inputImages: z.optional(
    z.looseObject({ included: z.optional(z.number()), additional: z.optional(priceSchema) }),
  ),
})

/** What a model costs, see {@link pricingSchema}. */
export type Pricing = z.infer<typeof pricingSchema>
