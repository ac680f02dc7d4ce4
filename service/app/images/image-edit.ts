import type { ImageFormat } from '../../../contract/image/output-format.ts'
import type { RateLimitTable } from '../../../contract/limits/tiers.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import { balanceHeaders } from '../billing/balance-headers.ts'
import { holdPrice } from '../billing/fixed-price.ts'
import type { Holds } from '../billing/holds.ts'
import type { Ledger } from '../billing/ledger.ts'
import type { AppContext } from '../http/app-environment.ts'
import { setHeaders } from '../http/set-headers.ts'
import type { RunningRequests } from '../inference/running-requests.ts'
import { operationLimit } from '../limits/customer-tier.ts'
import { takeOperationRate } from '../limits/operation-rate.ts'
import type { WindowCounters } from '../limits/window-counters.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { modelHeaders } from '../models/model-headers.ts'
import type { OutboundClient } from '../outbound/outbound-client.ts'
import { abortReason } from '../timing/abort-reason.ts'
import { modelIdHeaders, planEdit, type EditPlan } from './edit-plan.ts'
import { editTimedOut } from './image-failure.ts'
import { createImageQueue } from './image-queue.ts'
import { loadImage } from './image-source.ts'
import { inspectImage } from './inspect-image.ts'
import type { PictureCodec } from './picture-codec.ts'
import { readEditBody } from './read-edit-body.ts'
import { classify } from './safety/classify.ts'
import { contentPolicyError, safetyHeaders } from './safety/content-policy.ts'

/** What image editing needs from the service. */
export interface ImageEditService {
  authenticator: Authenticator
  catalogue: Catalogue
  ledger: Ledger
  holds: Holds
  running: RunningRequests
  /** Counters of one-minute windows. */
  counters: WindowCounters
  limits: RateLimitTable
  outbound: OutboundClient
  pictures: PictureCodec
  /** How long an edit may take, its place in the queue included, ms. */
  deadlineMs: number
}

/** Images that are worked on at once, and how many more may wait. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 16

/** `POST /image/edit` (contract, "Endpoints"): an image and a prompt in, an image file out. */
export function imageEdit(service: ImageEditService) {
  const queue = createImageQueue(MAX_CONCURRENT, MAX_WAITING)

  return async (context: AppContext): Promise<Response> => {
    const caller = await service.authenticator.requireCaller(context)
    const body = await readEditBody(context.req.raw)
    const plan = await planEdit(body.request, service.catalogue)
    setHeaders(context, {
      ...modelHeaders(plan.model),
      ...modelIdHeaders(body.request, plan.model),
    })
    const limit = operationLimit(service.limits, 'image')
    setHeaders(context, await takeOperationRate(service.counters, caller.id, limit))
    refuseBy(plan, [body.file?.name ?? ''])
    const price = await holdPrice(
      service,
      {
        reference: context.get('requestId'),
        owner: caller.id,
        model: plan.model.id,
        promptTokens: 0,
        completionTokens: 0,
        microUsd: plan.microUsd,
      },
      'choose a lower resolution or another model',
    )
    const { balance } = price
    setHeaders(context, balanceHeaders(caller.id, balance, balance.microUsd))
    const { controller: late, done } = service.running.begin()
    const deadline = setTimeout(() => late.abort(editTimedOut()), service.deadlineMs)
    const limits = {
      signal: AbortSignal.any([context.req.raw.signal, late.signal]),
      endsAt: Date.now() + service.deadlineMs,
    }
    try {
      const source = await loadImage(body, service.outbound, limits.signal)
      const facts = await inspectImage(source.bytes, service.pictures)
      const labels = refuseBy(plan, [source.name, ...facts.texts])
      const isBlurred = plan.isSafe && labels.isAdult
      const { bytes } = await queue.run(
        () => service.pictures.edit(source.bytes, facts, plan, isBlurred, limits),
        limits.signal,
      )
      limits.signal.throwIfAborted()
      const remaining = await price.charge()
      setHeaders(context, {
        ...balanceHeaders(caller.id, balance, remaining),
        ...safetyHeaders({ ...labels, isBlurred }),
        'Content-Type': `image/${plan.format}`,
        'Content-Disposition': disposition(source.name, plan.resolution, plan.format),
        'Content-Length': String(bytes.byteLength),
      })
      return context.body(new Uint8Array(bytes))
    } catch (error) {
      throw limits.signal.aborted ? abortReason(limits.signal) : error
    } finally {
      clearTimeout(deadline)
      price.release()
      done()
    }
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
function disposition(sourceName: string, resolution: string, format: ImageFormat): string {
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
