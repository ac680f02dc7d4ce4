import {
  booleanField,
  choiceField,
  integerField,
  numberField,
  structureField,
  textField,
} from '../../../../contract/field-rule.ts'
import { tableSchema } from '../../../../contract/field-schema.ts'
import { z } from '../../../../contract/zod.ts'
import { STYLE_NAMES } from './style-names.ts'

/** Longest prompt, characters. */
const MAX_PROMPT = 7500
/** Sides of a picture, px. */
const SIDE = { min: 64, max: 1280 } as const
/** Pictures of one request at most. */
const MAX_PICTURES = 4

const group = 'image'

const prompt = textField(
  { minLength: 1, maxLength: MAX_PROMPT },
  {
    group,
    label: 'Prompt',
    meaning: 'What to draw, in words such as sun, sea, trees, house, circle, a color or a number.',
    required: true,
  },
)

/** Every field of the body of `POST /image/generate`. */
export const generateFields = {
  prompt,
  model: textField(
    { minLength: 1 },
    {
      group,
      label: 'Model',
      meaning: 'ID of an image model, or a trait.',
      default: 'sandbox-image',
    },
  ),
  negative_prompt: textField(
    { maxLength: MAX_PROMPT },
    { group, label: 'Negative prompt', meaning: 'What to leave out.' },
  ),
  style_preset: structureField(STYLE_NAMES.join(', '), {
    group,
    label: 'Style preset',
    meaning: 'One of the styles of GET /image/styles.',
  }),
  width: integerField(SIDE, { group, label: 'Width', meaning: 'Width in px.', default: 1024 }),
  height: integerField(SIDE, { group, label: 'Height', meaning: 'Height in px.', default: 1024 }),
  seed: integerField(
    { min: -999_999_999, max: 999_999_999 },
    {
      group,
      label: 'Seed',
      meaning: 'The same seed and prompt generate the same image.',
      default: 0,
    },
  ),
  variants: integerField(
    { min: 1, max: MAX_PICTURES },
    {
      group,
      label: 'Variants',
      meaning: 'Number of images. Each one is billed and uses the next seed.',
      default: 1,
    },
  ),
  format: choiceField(['jpeg', 'png', 'webp'], {
    group,
    label: 'Format',
    meaning: 'Image format.',
    default: 'webp',
  }),
  return_binary: booleanField({
    group,
    label: 'Return binary',
    meaning: 'Returns the image itself instead of JSON; for one image only.',
    default: false,
  }),
  safe_mode: booleanField({
    group,
    label: 'Safe mode',
    meaning: 'Blurs an image that is classified as adult content.',
    default: true,
  }),
  hide_watermark: booleanField({
    group,
    label: 'Hide watermark',
    meaning: 'Leaves out the caption.',
    default: false,
  }),
  steps: integerField(
    { min: 1, max: 50 },
    { group, label: 'Steps', meaning: 'Accepted but ignored.' },
  ),
  cfg_scale: numberField(
    { above: 0, max: 20 },
    { group, label: 'CFG scale', meaning: 'Accepted but ignored.' },
  ),
} as const

/** The body of `POST /image/generate`. */
export const generateRequestSchema = tableSchema(generateFields, {
  style_preset: z.enum(STYLE_NAMES),
})

/** The sizes of `POST /images/generations`. */
const SIZES = [
  'auto',
  '256x256',
  '512x512',
  '1024x1024',
  '1536x1024',
  '1024x1536',
  '1792x1024',
  '1024x1792',
] as const

/** Every field of the body of `POST /images/generations`, in the form of the OpenAI API. */
export const generationsFields = {
  prompt,
  model: generateFields.model,
  n: integerField(
    { min: 1, max: MAX_PICTURES },
    {
      group,
      label: 'Number of images',
      meaning: 'Number of images. Each one is billed.',
      default: 1,
    },
  ),
  size: choiceField(SIZES, {
    group,
    label: 'Size',
    meaning: 'Width and height in px; auto is 1024x1024.',
    default: 'auto',
  }),
  response_format: choiceField(['b64_json', 'url'], {
    group,
    label: 'Response format',
    meaning: 'Base64, or a data URL: images are not stored.',
    default: 'b64_json',
  }),
  output_format: choiceField(['jpeg', 'png', 'webp'], {
    group,
    label: 'Output format',
    meaning: 'Image format.',
    default: 'png',
  }),
  moderation: choiceField(['auto', 'low'], {
    group,
    label: 'Moderation',
    meaning: "auto blurs an image that is classified as adult content; low doesn't.",
    default: 'auto',
  }),
  stream: structureField('false', {
    group,
    label: 'Stream',
    meaning: 'Images are not streamed.',
    default: false,
  }),
  background: textField({}, { group, label: 'Background', meaning: 'Accepted but ignored.' }),
  output_compression: integerField(
    { min: 0, max: 100 },
    { group, label: 'Output compression', meaning: 'Accepted but ignored.' },
  ),
  quality: textField({}, { group, label: 'Quality', meaning: 'Accepted but ignored.' }),
  style: textField({}, { group, label: 'Style', meaning: 'Accepted but ignored.' }),
  user: textField({}, { group, label: 'User', meaning: 'Accepted but ignored.' }),
} as const

/** The body of `POST /images/generations`. */
export const generationsRequestSchema = tableSchema(generationsFields, { stream: z.literal(false) })

/** The sides of a size such as `1024x1536`, px. */
export function sidesOf(size: (typeof SIZES)[number] = 'auto'): { width: number; height: number } {
  const [width = 1024, height = 1024] = size === 'auto' ? [] : size.split('x').map(Number)
  return { width, height }
}
