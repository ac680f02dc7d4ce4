import type { ImageFormat } from '../../../contract/image/output-format.ts'
import type { AppContext } from '../http/app-environment.ts'
import { respond } from '../http/respond.ts'
import { setHeaders } from '../http/set-headers.ts'
import type { OutboundClient } from '../inference/inputs/outbound-client.ts'
import { operationLimit } from '../limits/customer-tier.ts'
import { modelHeaders } from '../models/model-headers.ts'
import { paidCall, type PaidServices } from '../operations/paid-call.ts'
import { modelIdHeaders, planEdit, type EditPlan } from './edit-plan.ts'
import { createImageQueue } from './image-queue.ts'
import { loadImage } from './image-source.ts'
import { inspectImage } from './inspect-image.ts'
import type { PictureCodec } from './picture-codec.ts'
import { readEditBody } from './read-edit-body.ts'
import { classify } from './safety/classify.ts'
import { contentPolicyError, safetyHeaders } from './safety/content-policy.ts'

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
