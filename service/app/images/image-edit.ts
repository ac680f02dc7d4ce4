import { decodeBase64 } from '../../../contract/encoding/bytes.ts'
import { decodedText } from '../../../contract/headers/header-spec.ts'
import {
  editFields,
  type EditRequest,
  editRequestSchema,
  type ImageFormat,
} from '../../../contract/image/edit-request.ts'
import { validateImageBytes, validateImagePixels } from '../../../contract/image/image-limits.ts'
import { FILE_SIZE_LIMIT_BYTES } from '../../../contract/limits/sizes.ts'
import { pictureTypeOf } from '../../../contract/media/file-type.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import type { AppContext } from '../http/app-environment.ts'
import { readForm, readJson } from '../http/body/read-body.ts'
import { fieldError, requireValid, standardError, validationError } from '../http/http-error.ts'
import { respond, setHeaders } from '../http/respond.ts'
import type { OutboundClient } from '../inference/inputs/input-sources.ts'
import { operationLimit } from '../limits/rate-limiter.ts'
import { modelHeaders } from '../models/model-headers.ts'
import { paidCall, type PaidServices } from '../operations/listed-operation.ts'
import { classify, contentPolicyError, safetyHeaders } from './content-policy.ts'
import { type EditPlan, modelIdHeaders, planEdit } from './edit-plan.ts'
import { corruptedImage, createImageQueue } from './image-queue.ts'
import type { ImageFacts, PictureCodec } from './picture-codec.ts'

/** What image editing needs from the service. */
export interface ImageEditService extends PaidServices {
  outbound: OutboundClient
  pictures: PictureCodec
}

/** Images that are worked on at once, and how many more may wait. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 16

/** How much of an enhanced prompt its header tells, characters: clients limit what headers hold. */
const MAX_HEADER_PROMPT = 1_000

/** `POST /image/edit` (contract, "Endpoints"): an image and a prompt in, an image file out. */
export function imageEdit(service: ImageEditService) {
  const queue = createImageQueue(MAX_CONCURRENT, MAX_WAITING)

  return async (context: AppContext): Promise<Response> => {
    const { id: owner } = await service.authenticator.requireCaller(context)
    const body = await readEditBody(context.req.raw)
    const plan = await planEdit(body.request, service.catalogue)
    setHeaders(context, {
      ...modelHeaders(plan.model),
      ...modelIdHeaders(body.request, plan.model),
      ...(plan.enhancedPrompt === undefined
        ? {}
        : {
            'x-vendor-enhanced-prompt': encodeURIComponent(
              plan.enhancedPrompt
                .slice(0, MAX_HEADER_PROMPT)
                .replaceAll(/\p{Surrogate}/gu, '\uFFFD'),
            ),
          }),
    })
    const call = {
      owner,
      sku: plan.model.id,
      microUsd: plan.microUsd,
      rate: operationLimit(service.limits, 'image'),
      cheaper: 'choose a lower resolution or another model',
    }
    const { bytes, headers } = await paidCall(context, service, call, async (limits) => {
      refuseBy(plan, [body.file?.name ?? ''])
      const source = await loadImage(body, service.outbound, limits.signal)
      const facts = await inspectImage(source.bytes, service.pictures)
      const labels = refuseBy(plan, [source.name, ...facts.texts])
      const isBlurred = plan.isSafe && labels.isAdult
      const edited = await queue.run(
        () => service.pictures.edit(source.bytes, facts, plan, isBlurred, limits),
        limits.signal,
      )
      const disposition = dispositionOf(source.name, plan.resolution, plan.format)
      return {
        bytes: edited.bytes,
        headers: { ...safetyHeaders({ ...labels, isBlurred }), 'Content-Disposition': disposition },
      }
    })
    setHeaders(context, {
      ...headers,
      'Content-Type': `image/${plan.format}`,
      'Content-Length': String(bytes.byteLength),
    })
    return respond(context, new Uint8Array(bytes))
  }
}

/** What is said of an edit. @throws HttpError 422 for what its model refuses */
function refuseBy({ model, prompt }: EditPlan, labels: readonly string[]) {
  const found = classify(prompt, labels)
  const refusal = contentPolicyError(found, model)
  if (refusal) throw refusal
  return found
}

/** The `Content-Disposition` of a result: the source's own name where it has one, in plain letters. */
function dispositionOf(sourceName: string, resolution: string, format: ImageFormat): string {
  const base = sourceName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const ending = format === 'jpeg' ? 'jpg' : format
  return `attachment; filename="${base === '' ? 'image' : base}-edited-${resolution.toLowerCase()}.${ending}"`
}

interface SourceImage {
  bytes: Uint8Array
  /** The name of the file, '' when it has none. */
  name: string
}

/**
 * The bytes of an image, however it was given: file of a form, base64, data URL or web address.
 * @throws HttpError 400 for what is no base64 or cannot be fetched, 413 for too many bytes
 */
export async function loadImage(
  { request, file }: EditBody,
  outbound: OutboundClient,
  signal: AbortSignal,
): Promise<SourceImage> {
  if (file !== undefined) {
    if (file.size >= FILE_SIZE_LIMIT_BYTES) throw imageTooHeavy(file.size)
    return { bytes: new Uint8Array(await file.arrayBuffer()), name: file.name }
  }
  const { image } = request
  if (/^https?:/i.test(image)) return fetchImage(image, outbound, signal)
  return { bytes: strictBase64(image), name: '' }
}

async function fetchImage(
  address: string,
  outbound: OutboundClient,
  signal: AbortSignal,
): Promise<SourceImage> {
  const fetched = await outbound.get(address, { accept: 'image/*', signal })
  signal.throwIfAborted()
  if (!fetched.ok) throw invalidImage(`image is a URL that couldn't be fetched. ${fetched.message}`)
  const { bytes, url } = fetched.value
  return { bytes, name: lastSegment(url) }
}

/** Decoding leaves out what is not base64; here nothing may be left out. */
function strictBase64(text: string): Uint8Array {
  const comma = text.startsWith('data:') || text.startsWith('DATA:') ? text.indexOf(',') : -1
  const data = text.slice(comma + 1).replaceAll(/[\t\n\r ]+/g, '')
  const digits = data.replace(/={1,2}$/, '').length
  const length = Math.floor((digits * 3) / 4)
  if (length >= FILE_SIZE_LIMIT_BYTES) throw imageTooHeavy(length)
  const bytes = decodeBase64(data)
  if (Math.ceil((bytes.byteLength * 4) / 3) !== digits)
    throw corruptedImage('image contains characters that are not base64.')
  return bytes
}

function lastSegment(url: string): string {
  return decodedText(new URL(url).pathname.split('/').at(-1) ?? '')
}

interface EditBody {
  request: EditRequest
  /** The image when it came as a file of a form; `request.image` then stands for it. */
  file: File | undefined
}

/**
 * Reads the body of an edit: JSON, or a form with the same names.
 * @throws HttpError 415 for another content type, 413 above the limit, 400 against the contract
 */
async function readEditBody(request: Request): Promise<EditBody> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return validate(await readJson(request), undefined)
  if (type === 'multipart/form-data') return validateForm(await readForm(request))
  throw standardError(
    415,
    'Invalid request content type. Send application/json or multipart/form-data.',
    'INVALID_CONTENT_TYPE',
  )
}

function validate(received: unknown, file: File | undefined): EditBody {
  return { request: requireValid(editRequestSchema, received), file }
}

/** Stands for a file, which no rule of the contract's text form has to validate. */
const FILE_STAND_IN = 'AAAA'

function validateForm(form: FormData): EditBody {
  const repeated = [...new Set(form.keys())].flatMap((name) => repetition(name, form))
  if (repeated.length > 0) throw validationError(repeated)
  const image = form.get('image')
  const file = image instanceof File ? image : undefined
  const fields = [...form].map(([name, value]): [string, unknown] => [name, fromText(name, value)])
  const body: Record<string, unknown> = Object.fromEntries(fields)
  return validate(file === undefined ? body : { ...body, image: FILE_STAND_IN }, file)
}

function repetition(name: string, form: FormData): ValidationIssue[] {
  const count = form.getAll(name).length
  if (count === 1 || !Object.hasOwn(editFields, name)) return []
  const message = `${name} is sent ${count} times, but may be sent once.`
  return [{ path: [name], code: 'custom', message }]
}

/** A form has texts only: those of a boolean field are read, and wrong ones left to be validated. */
function fromText(name: string, value: FormDataEntryValue): unknown {
  const rule = Object.entries(editFields).find(([field]) => field === name)?.[1]
  if (rule?.control.kind !== 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : value
}

/**
 * Validates an image by its bytes and header; no pixel is decoded.
 * @throws HttpError 413 too many bytes, 400 not an image or too few pixels, 422 too many pixels
 */
export async function inspectImage(
  bytes: Uint8Array,
  { readHeader }: Pick<PictureCodec, 'readHeader'>,
): Promise<ImageFacts> {
  if (bytes.byteLength >= FILE_SIZE_LIMIT_BYTES) throw imageTooHeavy(bytes.byteLength)
  const type = pictureTypeOf(bytes)
  if (type === undefined || type === 'bmp')
    throw invalidImage(
      'image has an unsupported type, but must be PNG, JPEG, WebP, GIF, AVIF, HEIF or TIFF.',
    )
  const header = await readHeader(bytes, type)
  if (!header.ok && header.reason === 'unsupported')
    throw invalidImage(
      `image is ${type === 'tiff' ? 'TIFF' : 'HEIC or HEIF'}, which can't be decoded here; convert it to JPEG or PNG.`,
    )
  if (!header.ok) throw corruptedImage('image has a damaged or incomplete header.')
  const fault = validateImagePixels(header.value)
  if (fault?.limit === 'too-few-pixels')
    throw fieldError(400, 'IMAGE_TOO_SMALL', 'image', fault.message)
  if (fault) throw fieldError(422, 'IMAGE_TOO_LARGE', 'image', fault.message)
  return header.value
}

function invalidImage(message: string) {
  return fieldError(400, 'INVALID_REQUEST', 'image', message)
}

function imageTooHeavy(bytes: number) {
  const fault = validateImageBytes(bytes)
  return fieldError(413, 'PAYLOAD_TOO_LARGE', 'image', fault?.message ?? 'image is too large.')
}
