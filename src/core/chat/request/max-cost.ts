import type { Message } from '../../../../contract/chat/messages.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { findModel, type ModelNames } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { estimatePrice } from '../../../../contract/models/price-estimate.ts'
import { formatMicroUsd } from '../../format/money.ts'
import type { Attachment } from '../attachments/attachment.ts'

interface NextRequest {
  /** The model as written in the picker, suffixes included. */
  name: string
  settings: JsonObject
  messages: readonly Message[]
  /** What is being written. */
  text: string
  attachments: readonly Attachment[]
  /** Requests that tools may lead to after it, each as long as the model can read. */
  rounds?: number
  /** The most that all of them may cost, micro-USD. */
  spendLimit?: number | undefined
}

/**
 * The max cost of the next request, and of those that tools may lead to, rounded up to two digits:
 * "≤ $0.046". Undefined where a price is not known.
 */
export function maxCostInWords(
  { name, settings, messages, text, attachments, rounds = 0, spendLimit = Infinity }: NextRequest,
  models: readonly Model[],
  mapping: ModelNames,
): string | undefined {
  const { id, parameters } = parseModelSuffix(name)
  const vendor = settings['vendor_parameters']
  const asked: JsonObject = {
    ...settings,
    vendor_parameters: { ...(isJsonObject(vendor) ? vendor : {}), ...parameters },
  }
  const draft: Message = {
    role: 'user',
    content: [{ type: 'text', text }, ...attachments.map(placeholder)],
  }
  const model = findModel(models, id, mapping)
  const { microUsd, extras } = estimatePrice(model, asked, [...messages, draft])
  const round = rounds === 0 ? 0 : estimatePrice(model, asked, messages, Infinity).microUsd
  if (microUsd === undefined || round === undefined) return undefined
  const whole = microUsd + rounds * round
  // What is sent with a press is sent whatever the limit is.
  return `${atMost(Math.max(microUsd, Math.min(whole, spendLimit)))}${extras ? ' with search' : ''}`
}

/** An upper bound in words, rounded up to two digits: "≤ $0.046". */
function atMost(microUsd: number): string {
  return `≤ ${formatMicroUsd(roundedUp(microUsd))}`
}

/** A part that is priced like the attachment, without its bytes. */
function placeholder(attachment: Attachment) {
  if (attachment.kind === 'text') return { type: 'text' as const, text: attachment.text }
  return attachment.kind === 'image'
    ? { type: 'image_url' as const, image_url: { url: '' } }
    : { type: 'file' as const, file: { file_data: '' } }
}

/** To two significant digits: an upper bound has no use for more. */
function roundedUp(micro: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, micro))) - 1)
  return Math.ceil(micro / step) * step
}
