import type { Advice } from '../../../../contract/errors/advice.ts'
import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import { type HeaderList, headerValue } from '../../../../contract/headers/header-list.ts'
import { decodedText } from '../../../../contract/headers/header-spec.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import { formatMicroUsd } from '../../format/money.ts'
import type { ImageRun } from '../../storage/images/image-run.ts'

/** Something that the headers of an answer say, in words. */
export interface HeaderNote {
  tone: 'neutral' | 'warn' | 'bad'
  text: string
}

/** What the headers say about a result that a person should know, the worst first. */
export function headerNotes(headers: HeaderList, providerName: string): HeaderNote[] {
  const value = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const is = (name: string) => value(name)?.toLowerCase() === 'true'
  const note = (tone: HeaderNote['tone'], text: string | false | undefined): HeaderNote[] =>
    text === undefined || text === false ? [] : [{ tone, text }]
  const enhanced = value('x-vendor-enhanced-prompt')
  const date = value('x-vendor-model-deprecation-date')
  const replacement = value('x-vendor-model-deprecated-replacement')
  const isDeprecated = is('x-vendor-model-deprecated') || date !== undefined
  return [
    ...note('bad', is('x-vendor-is-content-violation') && 'Content policy violation.'),
    ...note(
      'bad',
      is('x-vendor-is-adult-model-content-violation') && 'Content policy violation (adult model).',
    ),
    ...note('warn', is('x-vendor-contains-minor') && 'The image may show a minor.'),
    ...note(
      'warn',
      is('x-vendor-is-blurred') &&
        'Blurred: classified as adult content. Turn off safe mode or change the prompt.',
    ),
    ...note('warn', value('x-vendor-model-deprecation-warning')),
    ...note(
      'warn',
      isDeprecated &&
        `The model is deprecated${date === undefined ? '' : ` and will be removed on ${date}`}.${replacement === undefined ? '' : ` Use ${replacement}.`}`,
    ),
    ...note('neutral', enhanced && `The API rewrote the prompt: ${decodedText(enhanced)}`),
  ]
}

/** What a finished run cost. `isUnderWay`: others of the same press are, so the balance isn't asked yet. */
export function costInWords(run: ImageRun, isUnderWay: boolean): string {
  const { balanceAfterMicroUsd: after } = run
  const cost = isUnderWay ? priceInWords(run) : chargeInWords(run)
  return after === undefined ? cost : `${cost} Balance: ${formatMicroUsd(after)}.`
}

function priceInWords({ priceMicroUsd: price }: ImageRun): string {
  const listed = price === undefined ? 'No list price' : `List price ${formatMicroUsd(price)}`
  return `${listed}. The charge is known once all variations end.`
}

/** By the balance; or what was to be expected where that is not known. */
function chargeInWords({ charged, priceMicroUsd }: ImageRun): string {
  const price = priceMicroUsd === undefined ? undefined : formatMicroUsd(priceMicroUsd)
  if (charged === undefined)
    return price === undefined
      ? 'Cost unknown: no list price and no balance reported.'
      : `List price ${price}. The charge is unknown.`
  const paid = formatMicroUsd(charged.microUsd)
  if (charged.own !== undefined)
    return `${formatMicroUsd(charged.own)} charged, ${paid} for all ${charged.runs} variations.`
  if (charged.runs > 1) return `${paid} charged for all ${charged.runs} variations.`
  if (priceMicroUsd === undefined || priceMicroUsd === charged.microUsd) return `${paid} charged.`
  return `${paid} charged, list price ${price}. Other requests may share this balance.`
}

/** How the balance changed since before a run whose outcome is not known, in words. */
export function balanceInWords(run: ImageRun, nowMicroUsd: number): string {
  const { balanceBeforeMicroUsd: before, priceMicroUsd: price } = run
  const now = `Balance: ${formatMicroUsd(nowMicroUsd)}.`
  if (before === undefined) return `${now} The balance before this run is unknown.`
  const moved = before - nowMicroUsd
  if (moved === 0) return `${now} Unchanged since before this run: not billed so far.`
  if (moved < 0) return `${now} It was ${formatMicroUsd(before)} before this run: topped up since.`
  const same = moved === price ? ' (the price of this edit: it was billed)' : ''
  return `${now} It was ${formatMicroUsd(before)} before this run, so ${formatMicroUsd(moved)} less${same}.`
}

/** Plain words for a failed edit, where those for a chat would name what an edit does not have. */
export function adviceForEdit(failure: Failure): Advice {
  const advice = adviceForFailure(failure)
  switch (failure.kind) {
    case 'timed_out':
      return {
        ...advice,
        meaning: 'The edit timed out.',
        nextStep: 'Choose a smaller resolution or image, then press Edit image.',
      }
    case 'cut':
    case 'stalled':
      return {
        ...advice,
        meaning: 'The connection ended before the image was complete. It may have been billed.',
        nextStep: 'Check the balance. A retry may be billed again.',
      }
    case 'unreachable':
      return {
        ...advice,
        nextStep:
          'Check the base URL in Connection, then the balance: the edit may have been billed.',
      }
    case 'over_spend_cap':
      return {
        ...advice,
        nextStep: 'Change the spend limit, choose a cheaper resolution or model, or send anyway.',
      }
    case 'payload_too_large':
      return { ...advice, nextStep: 'Shrink the image, then press Edit image.' }
    case 'insufficient_balance':
      return {
        ...advice,
        nextStep: 'Top up, or choose a lower resolution, a lower quality or a cheaper model.',
      }
    default:
      return advice
  }
}
