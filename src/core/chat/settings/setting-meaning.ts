import {
  describedChatFields,
  describedVendorFields,
} from '../../../../contract/chat/request/field-meanings.ts'
import { limitsInWords } from '../../../../contract/field-rule.ts'
import type { SettingField } from './settings-fields.ts'

/** What a setting does, in a sentence or two. */
export function settingMeaning({ path }: SettingField): string {
  const [name = '', member] = path.split('.')
  const field = member === undefined ? describedChatFields[name] : describedVendorFields[member]
  return field?.meaning ?? ''
}

/** Meaning, limits and default of a setting, in sentences. */
export function describeSetting(field: SettingField): string {
  const { control, default: fallback } = field.rule
  const limits = control.kind === 'number' ? limitsInWords(control) : ''
  return [
    settingMeaning(field),
    limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`,
    fallback == null ? '' : `Default: ${fallback}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
