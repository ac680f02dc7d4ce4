import { encodeBase64 } from '../../../contract/encoding/bytes.ts'
import {
  booleanField,
  choiceField,
  integerField,
  structureField,
  tableSchema,
  textField,
} from '../../../contract/field-rule.ts'
import type { ImageFormat } from '../../../contract/image/edit-request.ts'
import { z } from '../../../contract/zod.ts'
import type { AppContext } from '../http/app-environment.ts'
import { invalidValue } from '../http/http-error.ts'
import { sendJson, setHeaders } from '../http/respond.ts'
import { classify, contentPolicyError, safetyHeaders } from '../images/content-policy.ts'
import { createImageQueue } from '../images/image-queue.ts'
import type { Drawing, WorkLimits } from '../images/picture-codec.ts'
import { STYLES } from '../images/render-image.ts'
import { GENERATED_IMAGE_MICRO_USD } from '../money/metered-request.ts'
import { type Call, listedOperation, modelField, words } from './listed-operation.ts'
import type { Operation } from './openapi/json-schema.ts'

const STYLE_NAMES = Object.keys(STYLES)

/** Sides of a picture, px. */
const SIDE = { min: 64, max: 1280 } as const
const DEFAULT_SIDE = 1024
const COUNT = { min: 1, max: 4 } as const
const MAX_PROMPT = 7500
const FORMATS = ['jpeg', 'png', 'webp'] as const

/** Pictures that are drawn at once in this process, and how many requests more may wait. */
const queue = createImageQueue(1, 16)

const prompt = textField(
  { minLength: 1, maxLength: MAX_PROMPT },
  words('Prompt', 'What to draw, with colors such as red or blue; at night the sky is dark.', {
    required: true,
  }),
)
const model = textField({ minLength: 1 }, modelField('an image', 'sandbox-image'))

const generateFields = {
  prompt,
  model,
  negative_prompt: textField(
    { maxLength: MAX_PROMPT },
    words('Negative prompt', 'Colors to leave out.'),
  ),
  style_preset: structureField(
    STYLE_NAMES.join(', '),
    words('Style preset', 'One of the styles of GET /image/styles.'),
  ),
  width: integerField(SIDE, words('Width', 'Width in px.', { default: DEFAULT_SIDE })),
  height: integerField(SIDE, words('Height', 'Height in px.', { default: DEFAULT_SIDE })),
  seed: integerField(
    { min: -999_999_999, max: 999_999_999 },
    words('Seed', 'The same seed and prompt generate the same image.', { default: 0 }),
  ),
  variants: integerField(
    COUNT,
    words('Variants', 'Number of images. Each one is billed and uses the next seed.', {
      default: 1,
    }),
  ),
  format: choiceField(FORMATS, words('Format', 'Image format.', { default: 'webp' })),
  return_binary: booleanField(
    words('Return binary', 'Returns the image itself instead of JSON; for one image only.', {
      default: false,
    }),
  ),
  safe_mode: booleanField(
    words('Safe mode', 'Blurs an image that is classified as adult content.', { default: true }),
  ),
  hide_watermark: booleanField(
    words('Hide watermark', 'Leaves out the caption.', { default: false }),
  ),
} as const

const generateSchema = tableSchema(generateFields, { style_preset: z.enum(STYLE_NAMES) })

/** `POST /image/generate`: pictures as base64 in JSON, or one as a file. */
export const IMAGE_GENERATE = listedOperation({
  path: '/image/generate',
  operationId: 'generateImage',
  tag: 'Image',
  summary: 'Generate images',
  description: 'Returns base64 images in JSON, or with return_binary one image as a file.',
  headers: ['content-safety'],
  errors: [422],
  body: {
    name: 'ImageRequest',
    schema: generateSchema,
    fields: generateFields,
    example: {
      model: 'sandbox-image',
      prompt: 'Red and yellow balloons at night',
      width: 1024,
      height: 768,
    },
  },
  answers: {
    'application/json': {
      name: 'GeneratedImages',
      schema: z.looseObject({
        id: z.string(),
        images: z.array(z.string()),
        timing: z.looseObject({ total: z.number() }),
      }),
    },
    'image/webp': 'bytes',
    'image/png': 'bytes',
    'image/jpeg': 'bytes',
  },
  type: 'image',
  rate: 'image',
  price: (call) => {
    const { variants = 1, return_binary: isBinary = false } = call.request
    if (isBinary && variants > 1)
      throw invalidValue(
        ['variants'],
        'custom',
        `variants is ${variants}, but must be 1 when return_binary is true.`,
      )
    return priceOf(call, variants)
  },
  answer: async (call, limits) => {
    const started = performance.now()
    const { variants = 1, format = 'webp', return_binary: isBinary, ...request } = call.request
    const [first, ...others] = await drawn(call, limits, variants, request.safe_mode ?? true, {
      prompt: request.prompt,
      negativePrompt: request.negative_prompt ?? '',
      style: request.style_preset,
      width: request.width ?? DEFAULT_SIDE,
      height: request.height ?? DEFAULT_SIDE,
      seed: request.seed ?? 0,
      format,
      hasCaption: request.hide_watermark !== true,
    })
    const images = first === undefined ? [] : [first, ...others]
    if (isBinary === true && first !== undefined) {
      const ending = format === 'jpeg' ? 'jpg' : format
      return { bytes: first, mediaType: `image/${format}`, fileName: `image.${ending}` }
    }
    const ms = Math.round(performance.now() - started)
    return {
      json: {
        id: `generate-image-${call.context.get('requestId')}`,
        images: images.map((bytes) => encodeBase64(bytes)),
        timing: {
          inferenceDuration: ms,
          inferencePreprocessingTime: 0,
          inferenceQueueTime: 0,
          total: ms,
        },
      },
    }
  },
})

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

const generationsFields = {
  prompt,
  model,
  n: integerField(
    COUNT,
    words('Number of images', 'Number of images. Each one is billed.', { default: 1 }),
  ),
  size: choiceField(
    SIZES,
    words('Size', 'Width and height in px; auto is 1024x1024.', { default: 'auto' }),
  ),
  response_format: choiceField(
    ['b64_json', 'url'],
    words('Response format', 'Base64, or a data URL: images are not stored.', {
      default: 'b64_json',
    }),
  ),
  output_format: choiceField(FORMATS, words('Output format', 'Image format.', { default: 'png' })),
  moderation: choiceField(
    ['auto', 'low'],
    words('Moderation', "auto blurs an image that is classified as adult content; low doesn't.", {
      default: 'auto',
    }),
  ),
  stream: structureField('false', words('Stream', 'Images are not streamed.', { default: false })),
} as const

/** `POST /images/generations`: the same in the form of the OpenAI API. */
export const IMAGES_GENERATIONS = listedOperation({
  path: '/images/generations',
  operationId: 'createImages',
  tag: 'Image',
  summary: 'Create image (OpenAI format)',
  headers: ['content-safety'],
  errors: [422],
  body: {
    name: 'ImagesRequest',
    schema: tableSchema(generationsFields, { stream: z.literal(false) }),
    fields: generationsFields,
    example: { model: 'sandbox-image', prompt: 'Yellow balloons at night', size: '512x512' },
  },
  answers: {
    'application/json': {
      name: 'Images',
      schema: z.looseObject({
        created: z.int(),
        data: z.array(
          z.looseObject({
            b64_json: z.exactOptional(z.string()),
            url: z.exactOptional(z.string()),
          }),
        ),
      }),
    },
  },
  type: 'image',
  rate: 'image',
  price: (call) => priceOf(call, call.request.n ?? 1),
  answer: async (call, limits) => {
    const { n = 1, size = 'auto', output_format: format = 'png', ...request } = call.request
    const [width = DEFAULT_SIDE, height = DEFAULT_SIDE] =
      size === 'auto' ? [] : size.split('x').map(Number)
    const pictures = await drawn(call, limits, n, request.moderation !== 'low', {
      prompt: request.prompt,
      negativePrompt: '',
      style: undefined,
      width,
      height,
      seed: 0,
      format,
      hasCaption: true,
    })
    const data = pictures.map((bytes) => {
      const base64 = encodeBase64(bytes)
      return request.response_format === 'url'
        ? { url: `data:image/${format};base64,${base64}` }
        : { b64_json: base64 }
    })
    return { json: { created: Math.floor(Date.now() / 1000), data } }
  },
})

/** `GET /image/styles`: the names that `style_preset` takes. */
export const IMAGE_STYLES = {
  method: 'get',
  path: '/image/styles',
  operationId: 'listImageStyles',
  tag: 'Image',
  summary: 'List image styles',
  access: 'anyone',
  answers: {
    'application/json': {
      name: 'ImageStyles',
      schema: z.looseObject({ object: z.literal('list'), data: z.array(z.string()) }),
    },
  },
} satisfies Operation

export function imageStyles() {
  return (context: AppContext) => sendJson(context, { object: 'list', data: STYLE_NAMES })
}

/** @throws HttpError 422 for what nobody may make */
function priceOf(call: Call<{ prompt: string }>, count: number) {
  const refusal = contentPolicyError(classify(call.request.prompt, []), call.model)
  if (refusal) throw refusal
  return { microUsd: GENERATED_IMAGE_MICRO_USD * count, cheaper: 'generate fewer images' }
}

async function drawn(
  { context, services }: Pick<Call<unknown>, 'context' | 'services'>,
  limits: WorkLimits,
  count: number,
  isSafe: boolean,
  drawing: Omit<Drawing, 'isBlurred'> & { format: ImageFormat },
): Promise<Uint8Array<ArrayBuffer>[]> {
  const validated = classify(drawing.prompt, [])
  const isBlurred = isSafe && validated.isAdult
  const pictures = await queue.run(async () => {
    const done: Uint8Array<ArrayBuffer>[] = []
    for (let index = 0; index < count; index += 1) {
      const one = { ...drawing, seed: drawing.seed + index, isBlurred }
      done.push(new Uint8Array(await services.pictures.draw(one, limits)))
    }
    return done
  }, limits.signal)
  setHeaders(context, safetyHeaders({ ...validated, isBlurred }))
  return pictures
}
