/** The ids that the deprecated field `modelId` takes (contract "POST /image/edit"). */
export const EDIT_MODEL_IDS = [
  'firered-image-edit',
  'qwen-edit-uncensored',
  'grok-imagine-edit',
  'grok-imagine-quality-edit',
  'qwen-image-2-edit',
  'qwen-image-2-pro-edit',
  'wan-2-7-pro-edit',
  'flux-2-max-edit',
  'gpt-image-2-edit',
  'gpt-image-1-5-edit',
  'nano-banana-2-edit',
  'nano-banana-pro-edit',
  'nano-banana-2-lite-edit',
  'luma-uni-1-edit',
  'luma-uni-1-max-edit',
  'seedream-v5-lite-edit',
  'seedream-v4-edit',
] as const

/** The model that edits when a request names none. */
export const DEFAULT_EDIT_MODEL = 'firered-image-edit'
