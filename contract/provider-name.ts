import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'

/*
 * The contract spells every identifier that carries the provider's name with the neutral word
 * `vendor`. A connection names the real one, and these functions translate between the neutral and
 * the wire spelling. A `-` in the provider's name stays `-` in header names and becomes `_` in JSON
 * names: `my-host` gives `x-my-host-version` and `my_host_parameters`.
 */

/** The name under which the contract is written. */
export const NEUTRAL_PROVIDER_NAME = 'vendor'

type NameForm = (provider: string) => string

/** The JSON names that carry the provider's name, by the place where each may stand. */
const NAME_FORMS = {
  /** Top-level member of a chat request and answer. */
  parameters: (provider) => `${underscored(provider)}_parameters`,
  /** Member of the vendor parameters, and a model suffix. */
  systemPrompt: (provider) => `include_${underscored(provider)}_system_prompt`,
  /** Function name of the tool call that carries search results. */
  searchDocuments: (provider) => `${underscored(provider)}_web_search_documents`,
} as const satisfies Record<string, NameForm>

/** The system-prompt member's older spelling, which answers may use whatever the provider's name. */
const LEGACY_SYSTEM_PROMPT_NAME = 'include_venice_system_prompt'

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

/*
 * Translation of whole bodies. Names are looked for only where the contract puts them: the vendor
 * parameters and their system-prompt member, the same in a model suffix and in a list of validation
 * problems, and the function name of tool calls. Text that people or models wrote is never touched.
 */

/** A JSON body with neutral names, spelled as the connection's provider expects it. */
export function wireBody(body: JsonValue, providerName: string): JsonValue {
  return renameBody(body, { from: NEUTRAL_PROVIDER_NAME, to: providerName, legacy: false })
}

/**
 * A JSON body from the wire (an answer, a stream event, an error, a pasted request) with neutral
 * names. Where a name stands in two spellings, the neutral one wins.
 */
export function neutralBody(body: JsonValue, providerName: string): JsonValue {
  return renameBody(body, { from: providerName, to: NEUTRAL_PROVIDER_NAME, legacy: true })
}

interface Renaming {
  readonly from: string
  readonly to: string
  /** Whether the legacy spelling of the system-prompt member is translated too. */
  readonly legacy: boolean
}

function renameBody(body: JsonValue, by: Renaming): JsonValue {
  if (!isJsonObject(body)) return body
  return replaceMembers(renameParameters(body, by), {
    model: (model) => (typeof model === 'string' ? renameSuffix(model, by) : model),
    messages: (messages) => renameEach(messages, (message) => renameToolCalls(message, by)),
    choices: (choices) => renameEach(choices, (choice) => renameChoice(choice, by)),
    details: (details) => (isJsonObject(details) ? renameParameters(details, by) : details),
    issues: (issues) => renameEach(issues, (issue) => renameIssue(issue, by)),
  })
}

function renameParameters(owner: JsonObject, by: Renaming): JsonObject {
  const name = NAME_FORMS.parameters(by.to)
  return replaceMembers(renameKey(owner, NAME_FORMS.parameters(by.from), name), {
    [name]: (parameters) => {
      if (!isJsonObject(parameters)) return parameters
      const to = NAME_FORMS.systemPrompt(by.to)
      const renamed = renameKey(parameters, NAME_FORMS.systemPrompt(by.from), to)
      return by.legacy ? renameKey(renamed, LEGACY_SYSTEM_PROMPT_NAME, to) : renamed
    },
  })
}

function renameSuffix(model: string, by: Renaming): string {
  const from = NAME_FORMS.systemPrompt(by.from)
  const to = NAME_FORMS.systemPrompt(by.to)
  return model.replaceAll(`:${from}=`, `:${to}=`).replaceAll(`&${from}=`, `&${to}=`)
}

function renameChoice(choice: JsonObject, by: Renaming): JsonObject {
  const rename = (message: JsonValue) =>
    isJsonObject(message) ? renameToolCalls(message, by) : message
  return replaceMembers(choice, { message: rename, delta: rename })
}

function renameToolCalls(message: JsonObject, by: Renaming): JsonObject {
  const name = (value: JsonValue) => renameValue(value, NAME_FORMS.searchDocuments, by)
  return replaceMembers(message, {
    tool_calls: (calls) =>
      renameEach(calls, (call) =>
        replaceMembers(call, {
          function: (called) => (isJsonObject(called) ? replaceMembers(called, { name }) : called),
        }),
      ),
  })
}

function renameIssue(issue: JsonObject, by: Renaming): JsonObject {
  return replaceMembers(issue, {
    path: (path) => {
      if (!Array.isArray(path) || path[0] !== NAME_FORMS.parameters(by.from)) return path
      const [, member, ...rest] = path
      const first = NAME_FORMS.parameters(by.to)
      return member === undefined
        ? [first]
        : [first, renameValue(member, NAME_FORMS.systemPrompt, by), ...rest]
    },
  })
}

function renameValue(value: JsonValue, form: NameForm, by: Renaming): JsonValue {
  return value === form(by.from) ? form(by.to) : value
}

function renameEach(value: JsonValue, rename: (item: JsonObject) => JsonObject): JsonValue {
  return Array.isArray(value)
    ? value.map((item) => (isJsonObject(item) ? rename(item) : item))
    : value
}

function renameKey(object: JsonObject, from: string, to: string): JsonObject {
  if (from === to || !Object.hasOwn(object, from)) return object
  const entries = Object.entries(object)
  return Object.fromEntries(
    Object.hasOwn(object, to)
      ? entries.filter(([key]) => key !== from)
      : entries.map(([key, value]) => [key === from ? to : key, value]),
  )
}

/** Copies only what changes: most bodies, and most of their members, have no such names. */
function replaceMembers(
  object: JsonObject,
  replacers: Readonly<Record<string, (value: JsonValue) => JsonValue>>,
): JsonObject {
  let replaced = object
  for (const name in replacers) {
    const before = Object.hasOwn(object, name) ? object[name] : undefined
    const after = before === undefined ? undefined : replacers[name]?.(before)
    if (after !== before) replaced = { ...replaced, [name]: after }
  }
  return replaced
}

/** Names that cannot be a provider's: `x-<name>-…` would claim headers that belong to everyone. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'auth',
  'balance',
  'pagination',
  'payment',
  'ratelimit',
  'retry',
  'sign',
  'sign-in',
  'sign-in-with',
])

/** What is wrong with a provider name, in words; undefined when it can be used. */
export function providerNameProblem(name: string): string | undefined {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
    return 'Provider name: use up to 32 characters (a to z, 0 to 9, -), starting with a letter.'
  }
  return RESERVED_NAMES.has(name) ? `Provider name "${name}" is used by other headers.` : undefined
}
