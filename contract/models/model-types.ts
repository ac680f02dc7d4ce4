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
