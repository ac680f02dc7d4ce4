import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'

import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { settingName } from '../../../core/chat/settings/settings-fields.ts'
import { fromWritten, toWritten } from '../../../core/chat/settings/written-text.ts'
import { functionNames } from '../../../core/chat/structures/tool-list.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { ChoiceField } from '../../../ui/controls/fields.tsx'
import type { SettingControlProps } from '../settings/setting-notes.tsx'

/** A list as one field per entry. Line breaks in a text are written `\n`. */
export function ListControl({ field, value, invalid, describedBy, onChange }: SettingControlProps) {
  const { wireName } = field
  const { control } = field.rule
  const { of = 'text', maxItems } = control.kind === 'list' ? control : {}
  const entries = Array.isArray(value) ? value : value == null ? [] : [value]
  const change = (next: readonly JsonValue[]) => onChange(next.length === 0 ? undefined : [...next])
  const added = useRef(false)
  // The field that "Add" made is the last to be attached.
  const focusAdded = (input: HTMLInputElement | null) => {
    if (input?.value !== '' || !added.current) return
    added.current = false
    input.focus()
  }
  const full = maxItems !== undefined && entries.length >= maxItems
  return (
    <div role="group" aria-label={settingName(field)} className="flex grow flex-col gap-1">
      {entries.map((entry, index) => (
        // An entry is known by its place only: two may be equal.
        <div key={index} className="flex gap-1">
          <input
            ref={focusAdded}
            type="text"
            aria-label={`${wireName} ${index + 1}`}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            inputMode={of === 'number' ? 'numeric' : 'text'}
            value={typeof entry === 'string' ? toWritten(entry) : JSON.stringify(entry)}
            onChange={(event) => {
              const written = event.target.value
              change(
                entries.with(index, of === 'number' ? numberOrText(written) : fromWritten(written)),
              )
            }}
            className="w-full min-w-0 field font-mono"
          />
          <IconButton
            label={`Remove ${wireName} ${index + 1}`}
            onClick={() => change(entries.toSpliced(index, 1))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="flex items-center gap-2">
        <Button
          aria-label={`Add ${wireName}`}
          disabled={full}
          onClick={() => {
            added.current = true
            change([...entries, ''])
          }}
        >
          <Plus size={14} aria-hidden />
          Add
        </Button>
        {maxItems !== undefined && (
          <span className="text-xs text-text-3">
            {entries.length} of {maxItems}
          </span>
        )}
        {of === 'text' && entries.length > 0 && (
          <span className="text-xs text-text-3">
            <code>\n</code> is a line break
          </span>
        )}
      </div>
    </div>
  )
}

/** What is no number stays as typed, so that the fault can name it. */
function numberOrText(written: string): number | string {
  const number = Number(written)
  return written.trim() === '' || !Number.isFinite(number) ? written : number
}

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
