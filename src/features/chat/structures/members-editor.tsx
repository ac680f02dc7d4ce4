import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { ValueShape } from '../../../../contract/value-shape.ts'
import { NumberField } from '../../../ui/controls/slider-field.tsx'
import { ChoiceControl } from '../settings/choice-control.tsx'
import type { StructureProps } from '../settings/setting-control-props.ts'
import { TriState } from '../settings/tri-state.tsx'

/** A form for an object, made from its shape. Members the shape does not know are kept and counted. */
export function MembersEditor(props: StructureProps & { shape: ValueShape }) {
  const { name, value, shape, onChange } = props
  const members = isJsonObject(value) ? value : {}
  const known = shape.properties ?? {}
  const others = Object.keys(members).filter((key) => !Object.hasOwn(known, key))
  const change = (key: string, next: JsonValue | undefined) => {
    const { [key]: _, ...rest } = members
    const changed = next === undefined ? rest : { ...rest, [key]: next }
    onChange(Object.keys(changed).length === 0 ? undefined : changed)
  }
  return (
    <div className="flex flex-col gap-1.5 border-l pl-2">
      {Object.entries(known).map(([key, member]) => (
        <div key={key} className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="font-mono text-xs text-text-2">{key}</span>
          <MemberControl
            label={`${name}.${key}`}
            shape={member}
            value={members[key]}
            onChange={(next) => change(key, next)}
          />
        </div>
      ))}
      {others.length > 0 && (
        <p className="text-xs text-text-3">
          Also sent: <span className="font-mono">{others.join(', ')}</span>. Edit as JSON.
        </p>
      )}
    </div>
  )
}

interface MemberControlProps {
  label: string
  shape: ValueShape
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}

function MemberControl({ label, shape, value, onChange }: MemberControlProps) {
  const words = shape.enum?.filter((entry) => typeof entry === 'string')
  if (words !== undefined && words.length > 0)
    return (
      <div className="min-w-28">
        <ChoiceControl
          label={label}
          values={words}
          value={typeof value === 'string' ? value : undefined}
          onChange={onChange}
        />
      </div>
    )
  if (shape.type === 'boolean')
    return (
      <TriState
        label={label}
        value={typeof value === 'boolean' ? value : undefined}
        onChange={onChange}
      />
    )
  if (shape.type === 'number' || shape.type === 'integer')
    return (
      <NumberField
        label={label}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
        className="w-24"
      />
    )
  return (
    <input
      type="text"
      aria-label={label}
      placeholder="Default"
      value={typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      className="w-36 field font-mono"
    />
  )
}
