import { isJsonObject, type JsonValue } from '../../../../../contract/json.ts'
import { functionNames } from '../../../../core/chat/settings/structures/tool-list.ts'
import type { StructureProps } from '../setting-control-props.ts'

const WORDS = ['auto', 'none', 'required']

/** Whether a tool must be called, or which one of the functions of this request. */
export function ToolChoiceEditor({ name, value, settings, describedBy, onChange }: StructureProps) {
  const names = [...new Set(functionNames(settings['tools']))]
  const forced = forcedName(value)
  const chosen = forced === undefined ? (typeof value === 'string' ? value : '') : `:${forced}`
  return (
    <select
      aria-label={name}
      aria-describedby={describedBy}
      value={chosen}
      onChange={(event) => onChange(choiceOf(event.target.value))}
      className="w-full field font-mono"
    >
      <option value="">Default</option>
      {WORDS.map((word) => (
        <option key={word}>{word}</option>
      ))}
      {[...names, ...(forced === undefined || names.includes(forced) ? [] : [forced])].map(
        (tool) => (
          <option key={tool} value={`:${tool}`}>
            {names.includes(tool) ? tool : `${tool} (not in tools)`}
          </option>
        ),
      )}
    </select>
  )
}

function forcedName(value: JsonValue | undefined): string | undefined {
  const called = isJsonObject(value) ? value['function'] : undefined
  const name = isJsonObject(called) ? called['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** The names of functions carry a colon in front, so that one may be called "auto". */
function choiceOf(chosen: string): JsonValue | undefined {
  if (chosen === '') return undefined
  return chosen.startsWith(':') ? { type: 'function', function: { name: chosen.slice(1) } } : chosen
}
