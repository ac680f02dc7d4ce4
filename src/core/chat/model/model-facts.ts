import {
  type Model,
  type ModelCapabilities,
  capabilitiesOf,
  contextTokensOf,
  modelName,
} from '../../../../contract/models/model.ts'
import { priceOf } from '../../../../contract/models/price.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { formatTokens } from '../../format/units.ts'

const CAPABILITIES = {
  vision: 'supportsVision',
  'many images': 'supportsMultipleImages',
  audio: 'supportsAudioInput',
  video: 'supportsVideoInput',
  files: 'supportsFileInput',
  tools: 'supportsFunctionCalling',
  schema: 'supportsResponseSchema',
  reasoning: 'supportsReasoning',
  effort: 'supportsReasoningEffort',
  'web search': 'supportsWebSearch',
  'X search': 'supportsXSearch',
  logprobs: 'supportsLogProbs',
  code: 'optimizedForCode',
  e2ee: 'supportsE2EE',
} as const satisfies Record<string, keyof ModelCapabilities>

export type Capability = keyof typeof CAPABILITIES
export const CAPABILITY_WORDS = Object.keys(CAPABILITIES) as readonly Capability[]

/** What a model says it can do, in words. */
export function capabilitiesInWords(model: Model): Capability[] {
  const can = capabilitiesOf(model)
  return CAPABILITY_WORDS.filter((word) => can[CAPABILITIES[word]] === true)
}

/** The price of a model in short, per million tokens: "$0.20 in, $0.80 out / M". */
export function priceInShort(model: Model): string | undefined {
  const price = priceOf(model)
  if (price?.input === undefined || price.output === undefined) return undefined
  return `${formatMicroUsd(price.input)} in, ${formatMicroUsd(price.output)} out / M`
}

/** Context and price, as far as the list says them. */
export function figuresInWords(model: Model): string[] {
  const context = contextTokensOf(model)
  const price = priceInShort(model)
  return [
    ...(context === undefined ? [] : [`${formatTokens(context)} context`]),
    ...(price === undefined ? [] : [price]),
  ]
}

/** All words a model is found by. */
export function searchedText(model: Model): string {
  const { description = '', traits = [] } = model.model_spec ?? {}
  return [model.id, modelName(model), description, ...traits, ...capabilitiesInWords(model)]
    .join(' ')
    .toLowerCase()
}

/** When and by what a deprecated model is replaced, as a sentence; undefined for one that stays. */
export function deprecationInWords(model: Model): string | undefined {
  const deprecation = model.model_spec?.deprecation
  if (deprecation == null) return undefined
  const day = (deprecation.removesAt ?? deprecation.date)?.slice(0, 10)
  const until = day === undefined ? 'Deprecated.' : `Deprecated: removed on ${day}.`
  const { replacementModelId: next } = deprecation
  return next === undefined ? until : `${until} Use ${next} instead.`
}
