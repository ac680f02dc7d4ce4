import type { SettingPath } from '../../../../contract/chat/request/field-examples.ts'
import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import type { FieldPath, RuleFix, RuleNote } from '../../../../contract/chat/request/request.ts'
import { vendorFields } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { FieldGroup, FieldRule } from '../../../../contract/field-rule.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { wireName } from '../../../../contract/provider-name.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'

/** One control of the settings form. */
export interface SettingField {
  path: SettingPath
  /** The name on the wire, without the object it is in. */
  wireName: string
  rule: FieldRule
}

/**
 * The accessible name of a control: the wire name, with the label where that says something else, so
 * that a person who speaks the label finds it.
 * @example
 * settingName({ wireName: 'top_p', rule: { label: 'Top P', … } }) // 'top_p, Top P'
 */
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
