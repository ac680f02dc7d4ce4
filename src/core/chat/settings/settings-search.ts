import type { SettingField, SettingGroup } from './settings-fields.ts'

/** The groups with only the settings that hold every word of the text, in any of their names or words. */
export function searchSettings(
  groups: readonly SettingGroup[],
  text: string,
): readonly SettingGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter((field) => holds(field, words)) }))
    .filter(({ fields }) => fields.length > 0)
}

function holds({ path, rule }: SettingField, words: readonly string[]): boolean {
  const { control } = rule
  const values = control.kind === 'choice' ? control.values.join(' ') : ''
  const searched = `${path} ${rule.label} ${rule.meaning} ${values}`.toLowerCase()
  return words.every((word) => searched.includes(word))
}
