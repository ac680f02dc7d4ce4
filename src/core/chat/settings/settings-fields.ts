import type { SettingPath } from '../../../../contract/chat/request/field-examples.ts'
import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import type { FieldPath, RuleFix, RuleNote } from '../../../../contract/chat/request/request.ts'
import { vendorFields } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { Issue } from '../../../../contract/errors/error-body.ts'
import type { FieldGroup, FieldRule } from '../../../../contract/field-rule.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { asksFor, unsupportedBy } from '../../../../contract/models/field-support.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { wireName } from '../../../../contract/provider-name.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'

/** One control of the settings form. */
export interface SettingField {
  path: SettingPath
  /** The name on the wire, without the object it is in. */
  wireName: string
  rule: FieldRule
}

/** The accessible name of a control: the wire name, with the label where that says something else. */
export function settingName({ wireName, rule: { label } }: SettingField): string {
  return wireName === label.toLowerCase() ? wireName : `${wireName}, ${label}`
}

export interface SettingGroup {
  group: FieldGroup
  label: string
  fields: readonly SettingField[]
}

const GROUPS: readonly [FieldGroup, string][] = [
  ['common', 'Common'],
  ['sampling', 'Sampling'],
  ['reasoning', 'Reasoning'],
  ['output', 'Output'],
  ['tools', 'Tools'],
  ['limits', 'Limits'],
  ['advanced', 'Advanced'],
  ['vendor', 'Vendor'],
]

/** Fields of a request that have a place of their own on the screen. */
const ELSEWHERE = new Set(['messages', 'model', 'vendor_parameters'])

/** Every setting of a chat request, grouped: made from the contract's tables, so none is missing. */
export const settingGroups: readonly SettingGroup[] = GROUPS.map(([group, label]) => ({
  group,
  label,
  fields: [
    ...Object.entries<FieldRule>(chatFields)
      .filter(([name, rule]) => rule.group === group && !ELSEWHERE.has(name))
      .map(([name, rule]): SettingField => ({ path: name as SettingPath, wireName: name, rule })),
    ...Object.entries<FieldRule>(group === 'vendor' ? vendorFields : {}).map(
      ([name, rule]): SettingField => ({
        path: `vendor_parameters.${name}` as SettingPath,
        wireName: name,
        rule,
      }),
    ),
  ],
}))

/** The same groups with the names that a provider uses on the wire. */
export function settingGroupsOf(providerName: string): readonly SettingGroup[] {
  return settingGroups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => ({
      ...field,
      wireName: wireName(field.wireName, providerName),
    })),
  }))
}

/** The value of a setting; undefined when it is not sent. */
export function settingValue(settings: JsonObject, path: string): JsonValue | undefined {
  const [name = '', member] = path.split('.')
  const value = settings[name]
  if (member === undefined) return value
  return isJsonObject(value) ? value[member] : undefined
}

/** The settings with one changed; `undefined` takes it out, and an emptied object with it. */
export function withSetting(
  settings: JsonObject,
  path: string,
  value: JsonValue | undefined,
): JsonObject {
  const [name = '', member] = path.split('.')
  if (member === undefined) return withMember(settings, name, value)
  const object = settings[name]
  const changed = withMember(isJsonObject(object) ? object : {}, member, value)
  return withMember(settings, name, Object.keys(changed).length === 0 ? undefined : changed)
}

/** The settings after a fix that a rule offers; what it says about the model is not among them. */
export function withFix(settings: JsonObject, { set = {}, unset = [] }: RuleFix): JsonObject {
  const cleared = unset.reduce((result, path) => withSetting(result, path, undefined), settings)
  return Object.entries(set)
    .filter(([path]) => path !== 'model')
    .reduce((result, [path, value]) => withSetting(result, path, value), cleared)
}

/** Fields that are sent although no table knows them, as they were written as JSON. */
export function unknownSettings(settings: JsonObject): string[] {
  const { vendor_parameters: vendor, ...fields } = settings
  const members = isJsonObject(vendor) ? Object.keys(vendor) : []
  return [
    ...Object.keys(fields).filter((name) => !Object.hasOwn(chatFields, name)),
    ...members
      .filter((name) => !Object.hasOwn(vendorFields, name))
      .map((name) => `vendor_parameters.${name}`),
  ]
}

/** How many settings are sent, but for streaming, which every chat begins with. */
export function countSet(settings: JsonObject, fields: readonly SettingField[]): number {
  return fields.filter(({ path }) => {
    const value = settingValue(settings, path)
    return value !== undefined && !(path === 'stream' && value === true)
  }).length
}

/** The faults of one setting. */
export function issuesOf(issues: readonly ValidationIssue[], path: FieldPath): ValidationIssue[] {
  return issues.filter((issue) => {
    const at = issue.path.join('.')
    return at === path || at.startsWith(`${path}.`)
  })
}

/** The notes shown under a setting: each under the first field it names. */
export function notesOf(notes: readonly RuleNote[], path: FieldPath): RuleNote[] {
  return notes.filter((note) => note.fields[0] === path)
}

function withMember(object: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  const { [name]: _, ...others } = object
  return value === undefined ? others : { ...others, [name]: value }
}

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

function nameOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined
  const { function: tool, json_schema: schema, name, type } = value
  const inner = [tool, schema].find(isJsonObject)?.['name']
  return [inner, name, type].find((one): one is string => typeof one === 'string' && one !== '')
}

/** What the service refused in the last request of the conversation that is shown. */
export interface ServiceFaults {
  issues: readonly Issue[]
  /** The settings that were sent: what was changed since is not at fault any more. */
  settings: JsonObject
}

/** The path of the setting that a fault is in; undefined when it is in none, such as in a message. */
export function settingOfIssue({ path }: Issue): string | undefined {
  const [first, second] = path
  const name = first === 'vendor_parameters' ? `${first}.${second}` : String(first)
  return settingGroups.flatMap(({ fields }) => fields).find((field) => field.path === name)?.path
}

/** The faults that still stand, now that the settings may have been changed. */
export function standingFaults(
  { issues, settings: refused }: ServiceFaults,
  settings: JsonObject,
): ValidationIssue[] {
  return issues.flatMap((issue) => {
    const path = settingOfIssue(issue)
    if (path === undefined) return []
    const [before, now] = [refused, settings].map((one) => JSON.stringify(settingValue(one, path)))
    return before === now
      ? [{ path: [...issue.path], code: 'refused', message: issue.message }]
      : []
  })
}

/** What a model does not do although the settings ask for it: a sentence each, with the names to unset. */
export function modelWarnings(model: Model, settings: JsonObject): string[] {
  const sentences = new Map<string, string[]>()
  for (const { path, wireName } of settingGroups.flatMap(({ fields }) => fields)) {
    const value = settingValue(settings, path)
    const sentence = value === undefined ? undefined : unsupportedBy(model, path)
    if (sentence === undefined || !asksFor(value)) continue
    sentences.set(sentence, [...(sentences.get(sentence) ?? []), wireName])
  }
  return [...sentences].map(([sentence, names]) => `${sentence} Requested by ${names.join(', ')}.`)
}
