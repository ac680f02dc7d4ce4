import type { SettingPath } from '../chat/request/field-examples.ts'
import { capabilitiesOf, constraintsOf, type Model, type ModelCapabilities } from './model.ts'

/** The capability that a setting needs, and what a model without it does not do. */
const NEEDS: readonly [keyof ModelCapabilities, string, readonly SettingPath[]][] = [
  ['supportsLogProbs', 'report log probabilities', ['logprobs', 'top_logprobs']],
  ['supportsResponseSchema', 'follow a response format', ['response_format']],
  ['supportsFunctionCalling', 'call functions', ['tools', 'tool_choice', 'parallel_tool_calls']],
  [
    'supportsReasoning',
    'reason',
    [
      'reasoning_effort',
      'reasoning',
      'vendor_parameters.disable_thinking',
      'vendor_parameters.strip_thinking_response',
    ],
  ],
  ['supportsReasoningEffort', 'take a reasoning effort', ['reasoning_effort']],
  [
    'supportsWebSearch',
    'search the web',
    [
      'vendor_parameters.enable_web_search',
      'vendor_parameters.enable_web_citations',
      'vendor_parameters.include_search_results_in_stream',
      'vendor_parameters.return_search_results_as_documents',
    ],
  ],
  ['supportsXSearch', "have its provider's own search", ['vendor_parameters.enable_x_search']],
  ['supportsE2EE', 'support end-to-end encryption', ['vendor_parameters.enable_e2ee']],
]

/**
 * What a model does not do with a setting, as a sentence: "sandbox-fast does not report log
 * probabilities." Only what the list of models denies counts; a model that says nothing may do
 * everything.
 */
export function unsupportedBy(model: Model, path: SettingPath): string | undefined {
  const can = capabilitiesOf(model)
  const denied = NEEDS.find(([flag, , paths]) => can[flag] === false && paths.includes(path))
  return denied && `${model.id} does not ${denied[1]}.`
}

/** Whether a value asks for something: `false`, `off` and `none` do not. */
export function asksFor(value: unknown): boolean {
  return value !== undefined && value !== false && value !== 'off' && value !== 'none'
}

/** Why a model would read the value of a setting differently, as a sentence. */
export function limitedBy(model: Model, path: SettingPath, value: unknown): string | undefined {
  const { reasoningEffortOptions: efforts } = capabilitiesOf(model)
  const most = model.model_spec?.maxCompletionTokens
  if (path === 'reasoning_effort' && typeof value === 'string' && efforts !== undefined)
    return efforts.length === 0 || efforts.includes(value)
      ? undefined
      : `${model.id} takes the efforts ${efforts.join(', ')}.`
  if (path !== 'max_completion_tokens' && path !== 'max_tokens') return undefined
  return typeof value === 'number' && most !== undefined && value > most
    ? `${model.id} generates at most ${most.toLocaleString('en-US')} tokens.`
    : undefined
}

/** What a model uses when a setting is not sent, where its list entry says so. */
export function defaultOf(model: Model, path: SettingPath): number | string | undefined {
  switch (path) {
    case 'temperature':
      return constraintsOf(model).temperature?.default
    case 'top_p':
      return constraintsOf(model).top_p?.default
    case 'reasoning_effort':
      return capabilitiesOf(model).defaultReasoningEffort
    case 'max_completion_tokens':
      return model.model_spec?.maxCompletionTokens
    default:
      return undefined
  }
}
