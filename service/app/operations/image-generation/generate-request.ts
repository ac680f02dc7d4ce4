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
    meaning:
      'What to draw. Known are colors, numbers, sun, moon, stars, clouds, mountains, sea, trees, houses, flowers, circles, squares, triangles, night and sunset.',
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
      meaning: 'Id of an image model, or a trait.',
      default: 'sandbox-image',
    },
  ),
  negative_prompt: textField(
    { maxLength: MAX_PROMPT },
    { group, label: 'Negative prompt', meaning: 'Things to leave out.' },
  ),
  style_preset: structureField(STYLE_NAMES.join(', '), {
    group,
    label: 'Style',
    meaning: 'A style that GET /image/styles lists.',
  }),
  width: integerField(SIDE, { group, label: 'Width', meaning: 'Pixels.', default: 1024 }),
  height: integerField(SIDE, { group, label: 'Height', meaning: 'Pixels.', default: 1024 }),
  seed: integerField(
    { min: -999_999_999, max: 999_999_999 },
    {
      group,
      label: 'Seed',
      meaning: 'Where things stand. The same seed gives the same picture.',
      default: 0,
    },
  ),
  variants: integerField(
    { min: 1, max: MAX_PICTURES },
    {
      group,
      label: 'Variants',
      meaning: 'How many pictures, each billed, each with the next seed.',
      default: 1,
    },
  ),
  format: choiceField(['jpeg', 'png', 'webp'], {
    group,
    label: 'Format',
    meaning: 'The format of the picture.',
    default: 'webp',
  }),
  return_binary: booleanField({
    group,
    label: 'Binary',
    meaning: 'Answers the picture itself instead of JSON; for one picture only.',
    default: false,
  }),
  safe_mode: booleanField({
    group,
    label: 'Safe mode',
    meaning: 'Blurs a picture that is classified as adult content.',
    default: true,
  }),
  hide_watermark: booleanField({
    group,
    label: 'No caption',
    meaning: 'Leaves out the line that says how the picture was made.',
    default: false,
  }),
  steps: integerField(
    { min: 1, max: 50 },
    { group, label: 'Steps', meaning: 'Accepted and not used: rules take no steps.' },
  ),
  cfg_scale: numberField(
    { above: 0, max: 20 },
    { group, label: 'Guidance', meaning: 'Accepted and not used.' },
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
    { group, label: 'Pictures', meaning: 'How many pictures, each billed.', default: 1 },
  ),
  size: choiceField(SIZES, {
    group,
    label: 'Size',
    meaning: 'Width and height, px; auto is 1024x1024.',
    default: 'auto',
  }),
  response_format: choiceField(['b64_json', 'url'], {
    group,
    label: 'Response format',
    meaning: 'Base64, or a data URL: pictures are not kept.',
    default: 'b64_json',
  }),
  output_format: choiceField(['jpeg', 'png', 'webp'], {
    group,
    label: 'Output format',
    meaning: 'The format of the picture.',
    default: 'png',
  }),
  moderation: choiceField(['auto', 'low'], {
    group,
    label: 'Moderation',
    meaning: 'auto blurs a picture that is classified as adult content; low does not.',
    default: 'auto',
  }),
  stream: structureField('false', {
    group,
    label: 'Stream',
    meaning: 'Pictures are not streamed.',
    default: false,
  }),
  background: textField({}, { group, label: 'Background', meaning: 'Accepted and not used.' }),
  output_compression: integerField(
    { min: 0, max: 100 },
    { group, label: 'Compression', meaning: 'Accepted and not used.' },
  ),
  quality: textField({}, { group, label: 'Quality', meaning: 'Accepted and not used.' }),
  style: textField({}, { group, label: 'Style', meaning: 'Accepted and not used.' }),
  user: textField({}, { group, label: 'User', meaning: 'Accepted and discarded.' }),
} as const

/** The body of `POST /images/generations`. */
export const generationsRequestSchema = tableSchema(generationsFields, { stream: z.literal(false) })

/** The sides of a size such as `1024x1536`, px. */
export function sidesOf(size: (typeof SIZES)[number] = 'auto'): { width: number; height: number } {
  const [width = 1024, height = 1024] = size === 'auto' ? [] : size.split('x').map(Number)
  return { width, height }
}
