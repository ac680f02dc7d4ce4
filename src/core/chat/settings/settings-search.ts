import { settingMeaning } from './setting-meaning.ts'
import type { SettingField, SettingGroup } from './settings-fields.ts'

/**
 * The settings that hold every word of the text in any of their names or words: first the one with
 * this very wire name, then those whose wire name begins with it or holds it, then by label.
 */
export function searchSettings(groups: readonly SettingGroup[], text: string): SettingField[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const name = words.join('_')
  const rank = ({ wireName, rule }: SettingField) => {
    if (wireName === name) return 0
    if (wireName.startsWith(name)) return 1
    if (wireName.includes(name)) return 2
    return rule.label.toLowerCase().includes(words.join(' ')) ? 3 : 4
  }
  return groups
    .flatMap(({ fields }) => fields)
    .filter((field) => holds(field, words))
    .toSorted((a, b) => rank(a) - rank(b))
}

function holds(field: SettingField, words: readonly string[]): boolean {
  const { path, wireName, rule } = field
  const { control } = rule
  const values = control.kind === 'choice' ? control.values.join(' ') : ''
  const searched =
    `${path} ${wireName} ${rule.label} ${settingMeaning(field)} ${values}`.toLowerCase()
  return words.every((word) => searched.includes(word))
}
