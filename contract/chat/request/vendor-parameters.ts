import { booleanField, choiceField, type ControlValue, textField } from '../../field-rule.ts'

const group = 'vendor'

/** Every member of `vendor_parameters` (contract, "vendor_parameters (request)"). */
export const vendorFields = {
  character_slug: textField({}, { group, label: 'Character' }),
  strip_thinking_response: booleanField({
    group,
    label: 'Strip thinking',

    default: false,
  }),
  disable_thinking: booleanField({
    group,
    label: 'Disable thinking',

    default: false,
  }),
  enable_e2ee: booleanField({ group, label: 'End-to-end encryption' }),
  enable_web_search: choiceField(['off', 'on', 'auto'], {
    group,
    label: 'Web search',

    default: 'off',
  }),
  enable_web_scraping: booleanField({
    group,
    label: 'Web scraping',

    default: false,
  }),
  enable_x_search: booleanField({
    group,
    label: 'X search',

    default: false,
  }),
  enable_web_citations: booleanField({
    group,
    label: 'Citations',

    default: false,
  }),
  include_search_results_in_stream: booleanField({
    group,
    label: 'Results in stream',

    default: false,
  }),
  return_search_results_as_documents: booleanField({
    group,
    label: 'Results as documents',

    default: false,
  }),
  include_vendor_system_prompt: booleanField({
    group,
    label: 'Provider system prompt',

    default: true,
  }),
} as const

export type VendorParameterName = keyof typeof vendorFields
export type VendorParameters = {
  [K in VendorParameterName]?: ControlValue<(typeof vendorFields)[K]['control']>
}

/** A `vendor_parameters` member that has a default, so that the answer's echo always has it. */
type EchoedName = Exclude<VendorParameterName, 'character_slug' | 'enable_x_search'>

/** The parameters in force, as the answer echoes them (contract, "Chat completion response"). */
export type EffectiveVendorParameters = Required<Pick<VendorParameters, EchoedName>> &
  Pick<VendorParameters, 'character_slug'>

const ECHO_DEFAULTS: Required<Pick<VendorParameters, EchoedName>> = {
  strip_thinking_response: false,
  disable_thinking: false,
  enable_e2ee: true,
  enable_web_search: 'off',
  enable_web_scraping: false,
  enable_web_citations: false,
  include_search_results_in_stream: false,
  return_search_results_as_documents: false,
  include_vendor_system_prompt: true,
}

/** What is in force when these parameters are sent: the given ones over the defaults. */
export function effectiveVendorParameters(given: VendorParameters = {}): EffectiveVendorParameters {
  const known = Object.entries(given).filter(
    ([name]) => Object.hasOwn(ECHO_DEFAULTS, name) || name === 'character_slug',
  )
  return { ...ECHO_DEFAULTS, ...Object.fromEntries(known) }
}
