import { booleanField, choiceField, structureField, tableSchema, textField } from '../field-rule.ts'
import { z } from '../zod.ts'

const group = 'image'

/** Longest prompt that any edit model takes, characters; a model may allow less. */
export const MAX_EDIT_PROMPT_CHARS = 32_768

/** Shapes of an edited image; `auto` takes the supported one that is closest to the input. */
export const ASPECT_RATIOS = [
  'auto',
  '1:1',
  '3:2',
  '16:9',
  '21:9',
  '9:16',
  '2:3',
  '3:4',
  '4:5',
] as const

/** Qualities of an edited image; only one model supports them. */
export const QUALITIES = ['low', 'medium', 'high'] as const

/** Formats of an edited image. `jpg` is another word for `jpeg`. */
export const OUTPUT_FORMATS = ['jpeg', 'png', 'webp', 'jpg'] as const

/** Resolution of a request that names none. */
export const DEFAULT_RESOLUTION = '1K'

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

/**
 * Every field of the body of `POST /image/edit` (contract, "POST /image/edit"). This one table is
 * what validation, the settings form and the documentation are made from. Pixels and bytes of the
 * image are limits of its content, so they are checked where it is decoded.
 */
export const editFields = {
  image: structureField('base64 data or an http(s) URL', {
    group,
    label: 'Image',
    meaning: 'The image to edit: 65,536 to 33,177,600 pixels, smaller than 25 MB.',
    required: true,
  }),
  prompt: textField(
    { minLength: 1, maxLength: MAX_EDIT_PROMPT_CHARS },
    {
      group,
      label: 'Prompt',
      meaning: 'What to change. Short descriptions work best. Models may allow less text.',
      required: true,
    },
  ),
  model: textField(
    { minLength: 1 },
    { group, label: 'Model', meaning: 'ID of an edit model.', default: DEFAULT_EDIT_MODEL },
  ),
  modelId: choiceField(EDIT_MODEL_IDS, {
    group,
    label: 'Model ID (deprecated)',
    meaning: 'Use model instead. Limited to a fixed list.',
    deprecated: 'Use model instead.',
  }),
  aspect_ratio: choiceField(ASPECT_RATIOS, {
    group,
    label: 'Aspect ratio',
    meaning: 'Aspect ratio of the result. auto picks the closest supported one to the image.',
    default: 'auto',
  }),
  resolution: textField(
    { minLength: 1, maxLength: 10 },
    {
      group,
      label: 'Resolution',
      meaning: 'Size tier such as 1K, 2K or 4K. Supported values vary by model.',
      default: DEFAULT_RESOLUTION,
    },
  ),
  quality: choiceField(QUALITIES, {
    group,
    label: 'Quality',
    meaning: 'Supported by one edit model, default high. Other models ignore it.',
  }),
  output_format: choiceField(OUTPUT_FORMATS, {
    group,
    label: 'Output format',
    meaning: 'Default: PNG for 1K, JPEG for 2K and 4K. jpg is an alias of jpeg.',
  }),
  safe_mode: booleanField({
    group,
    label: 'Safe mode',
    meaning: 'Blurs images classified as adult content.',
    default: true,
  }),
  enhance_prompt: booleanField({
    group,
    label: 'Enhance prompt',
    meaning: 'Has the prompt rewritten first, for an additional charge.',
    default: false,
  }),
  disable_prompt_optimization_thinking: booleanField({
    group,
    label: 'Disable prompt thinking',
    meaning: 'Rewrites the prompt without reasoning about it.',
    default: false,
  }),
} as const

/** A field of the image edit request. */
export type EditFieldName = keyof typeof editFields

/** The JSON body of `POST /image/edit`; fields the contract does not list pass unvalidated. */
export const editRequestSchema = tableSchema(editFields, {
  image: z
    .string()
    .check(
      z.refine((image) => isImageText(image), {
        error: 'must be base64 data, a data:image/…;base64 URL or an http(s) URL',
      }),
    ),
})

/** An image edit request as the contract lists it. Unset means absent, never `undefined`. */
export type EditRequest = Pick<z.infer<typeof editRequestSchema>, EditFieldName>

/** The fields of an image edit besides the image itself, as a form's text parts carry them too. */
export type EditSettings = Omit<EditRequest, 'image'>

/** The model that a request asks for: `model`, else the deprecated `modelId`, else the default. */
export function editModelOf(request: Pick<Partial<EditRequest>, 'model' | 'modelId'>): string {
  return request.model ?? request.modelId ?? DEFAULT_EDIT_MODEL
}

/** Whether a text can be an image. Only its start is read: the rest may be 33 MB of base64. */
function isImageText(text: string): boolean {
  if (/^https?:\/\/\S/i.test(text)) return text.length <= 8_192 && !/\s/.test(text)
  const data = /^data:image\/[\w.+-]{1,40};base64,/i.exec(text)
  const start = data?.[0].length ?? 0
  return /^[A-Za-z0-9+/]{4,}={0,2}$/.test(text.slice(start, start + 64))
}

type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** A format by its one name. */
export type ImageFormat = Exclude<OutputFormat, 'jpg'>

/**
 * The format in force: what was asked for, else PNG for 1K edits and JPEG for 2K and 4K edits
 * (contract "POST /image/edit"). Other tiers are not described and are taken as PNG.
 */
export function outputFormat(request: {
  readonly output_format?: OutputFormat | undefined
  readonly resolution?: string | undefined
}): ImageFormat {
  const { output_format: asked, resolution = DEFAULT_RESOLUTION } = request
  if (asked !== undefined) return asked === 'jpg' ? 'jpeg' : asked
  return /^[24]k$/i.test(resolution) ? 'jpeg' : 'png'
}
