import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { settingGroupsOf, settingValue, unknownSettings } from './settings-fields.ts'

/** A setting that is sent, in a few words. */
export interface SettingSummary {
  /** Where it is in the request: `vendor_parameters.` goes before a member of those. */
  path: string
  /** The name on the wire. */
  name: string
  /** Its value; for what is too large to show, what it is called. */
  value: string
}

const MAX_LENGTH = 32

/**
 * What is sent besides the model and the messages. That an answer is streamed is left out: every
 * chat begins with it.
 */
export function summarizeSettings(settings: JsonObject, providerName: string): SettingSummary[] {
  const known = settingGroupsOf(providerName)
    .flatMap(({ fields }) => fields)
    .map(({ path, wireName }) => ({ path, name: wireName }))
  const unknown = unknownSettings(settings).map((path) => ({
    path,
    name: path.replace(/^vendor_parameters\./, ''),
  }))
  return [...known, ...unknown].flatMap(({ path, name }) => {
    const value = settingValue(settings, path)
    if (value === undefined || (path === 'stream' && value === true)) return []
    return [{ path, name, value: summarize(value) }]
  })
}

function summarize(value: JsonValue): string {
  const names = (Array.isArray(value) ? value : [value]).map(nameOf)
  const text = names.every((name) => name !== undefined)
    ? names.join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

/** What a tool, a schema or a format is called. */
function nameOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined
  const { function: tool, json_schema: schema, name, type } = value
  const inner = [tool, schema].find(isJsonObject)?.['name']
  return [inner, name, type].find((one): one is string => typeof one === 'string' && one !== '')
}
