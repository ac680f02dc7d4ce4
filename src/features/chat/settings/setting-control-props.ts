import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { SettingField } from '../../../core/chat/settings/settings-fields.ts'

/** What the control of a setting gets. */
export interface SettingControlProps {
  field: SettingField
  /** Undefined: not sent. */
  value: JsonValue | undefined
  /** All settings, for a control that depends on another. */
  settings: JsonObject
  /** What the model uses when it is not sent; undefined where that is not known. */
  modelDefault: number | string | undefined
  invalid: boolean
  describedBy: string
  onChange: (value: JsonValue | undefined) => void
}
