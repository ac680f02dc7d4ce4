import { z } from '../zod.ts'
import { pricingSchema } from './price-schema.ts'

const flag = z.optional(z.boolean())

/** What a model can do. */
const capabilitiesSchema = z.looseObject({
  optimizedForCode: flag,
  quantization: z.optional(z.string()),
  supportsFunctionCalling: flag,
  supportsAudioInput: flag,
  supportsReasoning: flag,
  supportsReasoningEffort: flag,
  reasoningEffortOptions: z.optional(z.array(z.string())),
  defaultReasoningEffort: z.optional(z.string()),
  supportsResponseSchema: flag,
  supportsMultipleImages: flag,
  maxImages: z.optional(z.number()),
  maxVideos: z.optional(z.number()),
  supportsVision: flag,
  supportsVideoInput: flag,
  supportsFileInput: flag,
  supportsWebSearch: flag,
  supportsLogProbs: flag,
  supportsTeeAttestation: flag,
  supportsE2EE: flag,
  supportsXSearch: flag,
})

const defaultNumber = z.looseObject({ default: z.optional(z.number()) })

/** What a model accepts: sampling defaults of a text model, shapes and sizes of an edit model. */
const constraintsSchema = z.looseObject({
  temperature: z.optional(defaultNumber),
  top_p: z.optional(defaultNumber),
  /** Longest prompt of an edit model, characters. */
  promptCharacterLimit: z.optional(z.number()),
  aspectRatios: z.optional(z.array(z.string())),
  combineImages: flag,
  maxInputImages: z.optional(z.number()),
  singleImageAspectRatio: flag,
  resolutions: z.optional(z.array(z.string())),
  defaultResolution: z.optional(z.string()),
  qualities: z.optional(z.array(z.string())),
  defaultQuality: z.optional(z.string()),
})

/** When and how a model goes away. Times are ISO 8601. */
const deprecationSchema = z.looseObject({
  autoRemap: flag,
  date: z.optional(z.string()),
  removesAt: z.optional(z.string()),
  startsAt: z.optional(z.string()),
  replacementModelId: z.optional(z.string()),
})

/**
 * An entry of the models list. Its contract is not published in full, so everything but the id is
 * optional and unknown members are kept.
 */
export const modelSchema = z.looseObject({
  id: z.string(),
  object: z.optional(z.string()),
  owned_by: z.optional(z.string()),
  type: z.optional(z.string()),
  /** Unix seconds. */
  created: z.optional(z.number()),
  context_length: z.optional(z.number()),
  model_spec: z.optional(
    z.looseObject({
      name: z.optional(z.string()),
      description: z.optional(z.string()),
      privacy: z.optional(z.string()),
      offline: flag,
      beta: flag,
      betaModel: flag,
      modelSource: z.optional(z.string()),
      availableContextTokens: z.optional(z.number()),
      maxCompletionTokens: z.optional(z.number()),
      traits: z.optional(z.array(z.string())),
      uncensored: flag,
      /** What this account pays less than the list says; its unit is not published. */
      discount_to_user: z.optional(z.unknown()),
      regionRestrictions: z.optional(z.array(z.string())),
      /** Size tier. Only the local service sends it; elsewhere the rate limits of the key count. */
      tier: z.optional(z.string()),
      /** Only for Pro users. Only the local service sends it; elsewhere such a model answers 401. */
      proOnly: flag,
      deprecation: z.nullish(deprecationSchema),
      capabilities: z.optional(capabilitiesSchema),
      constraints: z.optional(constraintsSchema),
      pricing: z.optional(pricingSchema),
    }),
  ),
})

export type Model = z.infer<typeof modelSchema>
export type ModelCapabilities = z.infer<typeof capabilitiesSchema>
export type ModelConstraints = z.infer<typeof constraintsSchema>
export type ModelDeprecation = z.infer<typeof deprecationSchema>

/** The name to show: the display name, or the id. */
export function modelName(model: Model): string {
  return model.model_spec?.name ?? model.id
}

/** What a model can do; an empty object when the list does not say. */
export function capabilitiesOf(model: Model): ModelCapabilities {
  return model.model_spec?.capabilities ?? {}
}

/** What a model accepts; an empty object when the list does not say. */
export function constraintsOf(model: Model): ModelConstraints {
  return model.model_spec?.constraints ?? {}
}

/** Longest context in tokens, from either place that may hold it; a negative one is none. */
export function contextTokensOf(model: Model): number | undefined {
  const tokens = model.model_spec?.availableContextTokens ?? model.context_length
  return tokens === undefined || tokens < 0 ? undefined : tokens
}
