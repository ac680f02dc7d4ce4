/*
 * The contract spells every identifier that carries the provider's name with the neutral word
 * `vendor`. A connection names the real one, and these functions translate between the neutral and
 * the wire spelling. A `-` in the provider's name stays `-` in header names and becomes `_` in JSON
 * names: `my-host` gives `x-my-host-version` and `my_host_parameters`.
 */

/** The name under which the contract is written. */
export const NEUTRAL_PROVIDER_NAME = 'vendor'

/** A JSON name that carries the provider's name. */
export type NameForm = (provider: string) => string

/** The JSON names that carry the provider's name, by the place where each may stand. */
export const NAME_FORMS = {
  /** Top-level member of a chat request and answer. */
  parameters: (provider) => `${underscored(provider)}_parameters`,
  /** Member of the vendor parameters, and a model suffix. */
  systemPrompt: (provider) => `include_${underscored(provider)}_system_prompt`,
  /** Function name of the tool call that carries search results. */
  searchDocuments: (provider) => `${underscored(provider)}_web_search_documents`,
} as const satisfies Record<string, NameForm>

/** The system-prompt member's older spelling, which answers may use whatever the provider's name. */
export const LEGACY_SYSTEM_PROMPT_NAME = 'include_venice_system_prompt'

function underscored(provider: string): string {
  return provider.replaceAll('-', '_')
}

/** The spelling on the wire of a neutral JSON name; every other name is returned unchanged. */
export function wireName(neutral: string, providerName: string): string {
  return translate(neutral, NEUTRAL_PROVIDER_NAME, providerName)
}

/** The neutral spelling of a JSON name from the wire; every other name is returned unchanged. */
export function neutralName(wire: string, providerName: string): string {
  return wire === LEGACY_SYSTEM_PROMPT_NAME
    ? NAME_FORMS.systemPrompt(NEUTRAL_PROVIDER_NAME)
    : translate(wire, providerName, NEUTRAL_PROVIDER_NAME)
}

function translate(name: string, from: string, to: string): string {
  const form = Object.values(NAME_FORMS).find((candidate) => candidate(from) === name)
  return form ? form(to) : name
}

/** The spelling on the wire of a neutral header name: `x-vendor-version` → `x-acme-version`. */
export function wireHeaderName(neutral: string, providerName: string): string {
  return neutral.replace(/^x-vendor-/i, `x-${providerName}-`)
}

/** The neutral spelling of a header name from the wire, in any letter case. */
export function neutralHeaderName(wire: string, providerName: string): string {
  const prefix = `x-${providerName}-`
  return wire.toLowerCase().startsWith(prefix) ? `x-vendor-${wire.slice(prefix.length)}` : wire
}
