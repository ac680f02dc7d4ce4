import { isJsonObject } from '../json.ts'
import { z } from '../zod.ts'

const flag = z.optional(z.boolean())

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
const pricingSchema = z.looseObject({
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

/** What a model costs, see {@link pricingSchema}. */
export type Pricing = z.infer<typeof pricingSchema>

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

/** Values of the `type` parameter of the models list. `all` and `code` select, no model has them. */
export const MODEL_TYPES = [
  'text',
  'image',
  'inpaint',
  'upscale',
  'video',
  'music',
  'tts',
  'asr',
  'embedding',
  'decision',
  'code',
  'all',
] as const

/** A value of the `type` parameter of the models list. */
export type ModelType = (typeof MODEL_TYPES)[number]

/** The type of image-edit models. */
export const EDIT_MODEL_TYPE = 'inpaint' satisfies ModelType
