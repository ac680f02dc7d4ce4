import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'

import { isJsonObject } from '../../../../../contract/json.ts'
import {
  entriesOf,
  freshName,
  renamed,
  without,
} from '../../../../core/chat/settings/structures/entries.ts'
import { Button, IconButton } from '../../../../ui/controls/button.tsx'
import type { StructureProps } from '../setting-control-props.ts'
import { NameField } from './name-field.tsx'

/** Names and texts; a value that is no text is shown as JSON and edited there. */
export function MetadataEditor({ name, value, onChange }: StructureProps) {
  const metadata = isJsonObject(value) ? value : {}
  const entries = entriesOf(metadata)
  const names = entries.map(([key]) => key)
  return (
    <div className="flex flex-col gap-1">
      {entries.map(([key, entry], index) => (
        <div key={index} className="flex gap-1">
          <NameField
            label={`${name} ${index + 1} name`}
            name={key}
            taken={names.filter((other) => other !== key)}
            onChange={(next) => onChange(renamed(metadata, key, next))}
            className="w-2/5"
          />
          <input
            type="text"
            aria-label={`${name} ${index + 1} value`}
            readOnly={typeof entry !== 'string'}
            value={typeof entry === 'string' ? entry : JSON.stringify(entry)}
            onChange={(event) => onChange({ ...metadata, [key]: event.target.value })}
            className="min-w-0 grow field font-mono"
          />
          <IconButton
            label={`Remove ${name} ${key}`}
            onClick={() => {
              const rest = without(metadata, key)
              onChange(Object.keys(rest).length === 0 ? undefined : rest)
            }}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          aria-label={`Add ${name}`}
          onClick={() => onChange({ ...metadata, [freshName('name', names)]: '' })}
        >
          <Plus size={14} aria-hidden />
          Add
        </Button>
      </div>
    </div>
  )
}
