import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { settingName } from '../../../core/chat/settings/settings-fields.ts'
import { functionNames } from '../../../core/chat/structures/tool-list.ts'
import { ChoiceField } from '../../../ui/controls/fields.tsx'
import type { SettingControlProps } from '../settings/setting-control-props.ts'

const WORDS = ['auto', 'none', 'required']

/** Whether a tool must be called, or which one of the functions of this request. */
export function ToolChoice({ field, value, settings, describedBy, onChange }: SettingControlProps) {
  const choices = new Map<string, JsonValue>(WORDS.map((word) => [word, word]))
  for (const name of functionNames(settings['tools']))
    // A function may be called "auto".
    choices.set(WORDS.includes(name) ? `${name} (function)` : name, {
      type: 'function',
      function: { name },
    })
  const json = JSON.stringify(value)
  const [known] = [...choices].find(([, choice]) => JSON.stringify(choice) === json) ?? []
  const called = isJsonObject(value) && isJsonObject(value['function']) && value['function']['name']
  return (
    <ChoiceField
      label={settingName(field)}
      describedBy={describedBy}
      values={[...choices.keys()]}
      value={known ?? (typeof called === 'string' ? `${called} (not in tools)` : json)}
      onChange={(chosen) =>
        onChange(chosen === undefined ? undefined : (choices.get(chosen) ?? value))
      }
    />
  )
}
