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

/** What is sent besides the model and the messages, and what every chat begins with: streaming. */
export function summarizeSettings(settings: JsonObject, providerName: string): SettingSummary[] {
  return summarizeSent(settings, providerName).filter(
    ({ path, value }) => path !== 'stream' || value !== 'true',
  )
}

/** All that is sent besides the model and the messages, in the order of the form. */
export function summarizeSent(settings: JsonObject, providerName: string): SettingSummary[] {
  const known = settingGroupsOf(providerName)
    .flatMap(({ fields }) => fields)
    .map(({ path, wireName }) => ({ path, name: wireName }))
  const unknown = unknownSettings(settings).map((path) => ({
    path,
    name: path.replace(/^vendor_parameters\./, ''),
  }))
  return [...known, ...unknown].flatMap(({ path, name }) => {
    const value = settingValue(settings, path)
    return value === undefined ? [] : [{ path, name, value: summarizeValue(value) }]
  })
}

/** A value in a few words: what it is called where it has a name, else its beginning. */
export function summarizeValue(value: JsonValue): string {
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
