import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { functionNames } from '../../../core/chat/structures/tool-list.ts'
import type { SettingControlProps } from '../settings/setting-control-props.ts'

const WORDS = ['auto', 'none', 'required']

/** Whether a tool must be called, or which one of the functions of this request. */
export function ToolChoice({ field, value, settings, describedBy, onChange }: SettingControlProps) {
  const names = [...new Set(functionNames(settings['tools']))]
  const called = isJsonObject(value) ? value['function'] : undefined
  const forced = isJsonObject(called) ? called['name'] : undefined
  // The names of functions carry a colon in front, so that one may be called "auto".
  const chosen =
    typeof forced === 'string'
      ? `:${forced}`
      : value === undefined || typeof value === 'string'
        ? (value ?? '')
        : JSON.stringify(value)
  const isListed = chosen === '' || WORDS.includes(chosen) || names.includes(chosen.slice(1))
  return (
    <select
      aria-label={`${field.wireName}, ${field.rule.label}`}
      aria-describedby={describedBy}
      value={chosen}
      onChange={({ target }) => onChange(choiceOf(target.value, value))}
      className="w-full field font-mono"
    >
      <option value="">Default</option>
      {WORDS.map((word) => (
        <option key={word}>{word}</option>
      ))}
      {names.map((name) => (
        <option key={name} value={`:${name}`}>
          {name}
        </option>
      ))}
      {!isListed && (
        <option value={chosen}>{chosen.replace(/^:(.*)$/s, '$1 (not in tools)')}</option>
      )}
    </select>
  )
}

function choiceOf(chosen: string, before: JsonValue | undefined): JsonValue | undefined {
  if (chosen === '') return undefined
  if (chosen.startsWith(':')) return { type: 'function', function: { name: chosen.slice(1) } }
  return WORDS.includes(chosen) ? chosen : before
}
