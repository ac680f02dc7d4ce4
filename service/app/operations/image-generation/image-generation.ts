import { encodeBase64 } from '../../../../contract/encoding/base64.ts'
import type { ImageFormat } from '../../../../contract/image/output-format.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { readJson } from '../../http/body/read-json.ts'
import { invalidValue, requireValid } from '../../http/http-error.ts'
import { respond } from '../../http/respond.ts'
import { sendJson } from '../../http/send-json.ts'
import { setHeaders } from '../../http/set-headers.ts'
import { createImageQueue, type ImageQueue } from '../../images/image-queue.ts'
import type { Drawing, PictureCodec } from '../../images/picture-codec.ts'
import { classify } from '../../images/safety/classify.ts'
import { contentPolicyError, safetyHeaders } from '../../images/safety/content-policy.ts'
import { operationLimit } from '../../limits/customer-tier.ts'
import { modelHeaders } from '../../models/model-headers.ts'
import { modelOfType } from '../../models/model-of-type.ts'
import { GENERATED_IMAGE_MICRO_USD } from '../../money/usage-prices.ts'
import { paidCall, type PaidServices } from '../paid-call.ts'
import { generateRequestSchema, generationsRequestSchema, sidesOf } from './generate-request.ts'
import { STYLE_NAMES } from './style-names.ts'

/** Pictures that are drawn at once, and how many requests more may wait. */
const MAX_CONCURRENT = 1
const MAX_WAITING = 16

const DEFAULT_MODEL = 'sandbox-image'
const DEFAULT_SIDE = 1024

/** What image generation needs from the service. */
interface Services extends PaidServices {
  pictures: PictureCodec
}

/** Pictures that are asked for. */
interface Order extends Omit<Drawing, 'isBlurred'> {
  owner: string
  model: string
  count: number
  isSafe: boolean
}

/** `GET /image/styles`: the names that `style_preset` takes. */
export function imageStyles() {
  return (context: AppContext) => sendJson(context, { object: 'list', data: STYLE_NAMES })
}

/** `POST /image/generate`: pictures as base64 in JSON, or one as a file. */
export function imageGenerate(services: Services) {
  const queue = createImageQueue(MAX_CONCURRENT, MAX_WAITING)
  return async (context: AppContext): Promise<Response> => {
    const started = performance.now()
    const { id: owner } = await services.authenticator.requireCaller(context)
    const request = requireValid(generateRequestSchema, await readJson(context.req.raw))
    const { variants: count = 1, return_binary: isBinary = false, format = 'webp' } = request
    if (isBinary && count > 1)
      throw invalidValue(
        ['variants'],
        'custom',
        `variants is ${count}, but must be 1 when return_binary is true.`,
      )
    const pictures = await drawAll(context, services, queue, {
      owner,
      model: request.model ?? DEFAULT_MODEL,
      count,
      prompt: request.prompt,
      negativePrompt: request.negative_prompt ?? '',
      style: request.style_preset,
      width: request.width ?? DEFAULT_SIDE,
      height: request.height ?? DEFAULT_SIDE,
      seed: request.seed ?? 0,
      format,
      hasCaption: request.hide_watermark !== true,
      isSafe: request.safe_mode ?? true,
    })
    const [first] = pictures
    if (isBinary && first !== undefined) return sendPicture(context, first, format)
    const ms = Math.round(performance.now() - started)
    return sendJson(context, {
      id: `generate-image-${context.get('requestId')}`,
      images: pictures.map((bytes) => encodeBase64(bytes)),
      timing: {
        inferenceDuration: ms,
        inferencePreprocessingTime: 0,
        inferenceQueueTime: 0,
        total: ms,
      },
    })
  }
}

/** `POST /images/generations`: the same in the form of the OpenAI API. */
export function imageGenerations(services: Services) {
  const queue = createImageQueue(MAX_CONCURRENT, MAX_WAITING)
  return async (context: AppContext): Promise<Response> => {
    const { id: owner } = await services.authenticator.requireCaller(context)
    const body = requireValid(generationsRequestSchema, await readJson(context.req.raw))
    const { prompt, model, n = 1, size, output_format: format = 'png', ...request } = body
    const pictures = await drawAll(context, services, queue, {
      owner,
      model: model ?? DEFAULT_MODEL,
      count: n,
      prompt,
      negativePrompt: '',
      style: undefined,
      ...sidesOf(size),
      seed: 0,
      format,
      hasCaption: true,
      isSafe: request.moderation !== 'low',
    })
    const data = pictures
      .map((bytes) => encodeBase64(bytes))
      .map((base64) =>
        request.response_format === 'url'
          ? { url: `data:image/${format};base64,${base64}` }
          : { b64_json: base64 },
      )
    return sendJson(context, { created: Math.floor(Date.now() / 1000), data })
  }
}

/** Draws what was ordered and charges it. @throws HttpError 422 for what nobody may make */
async function drawAll(
  context: AppContext,
  services: Services,
  queue: ImageQueue,
  order: Order,
): Promise<Uint8Array[]> {
  const model = await modelOfType(order.model, 'image', services.catalogue)
  setHeaders(context, modelHeaders(model))
  const validated = classify(order.prompt, [])
  const refusal = contentPolicyError(validated, model)
  if (refusal) throw refusal
  const isBlurred = order.isSafe && validated.isAdult
  const call = {
    owner: order.owner,
    sku: model.id,
    microUsd: GENERATED_IMAGE_MICRO_USD * order.count,
    rate: operationLimit(services.limits, 'image'),
    cheaper: 'generate fewer images',
  }
  const pictures = await paidCall(context, services, call, (limits) =>
    queue.run(async () => {
      const drawn: Uint8Array[] = []
      for (let index = 0; index < order.count; index += 1) {
        const seed = order.seed + index
        drawn.push(await services.pictures.draw({ ...order, seed, isBlurred }, limits))
      }
      return drawn
    }, limits.signal),
  )
  setHeaders(context, safetyHeaders({ ...validated, isBlurred }))
  return pictures
}

function sendPicture(context: AppContext, bytes: Uint8Array, format: ImageFormat): Response {
  const ending = format === 'jpeg' ? 'jpg' : format
  setHeaders(context, {
    'Content-Type': `image/${format}`,
    'Content-Disposition': `attachment; filename="image.${ending}"`,
    'Content-Length': String(bytes.byteLength),
  })
  return respond(context, new Uint8Array(bytes))
}
