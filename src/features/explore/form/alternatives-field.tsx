import { alternativeFor, alternativesOf } from '../../../core/explore/alternatives.ts'
import { valueToBegin } from '../../../core/explore/value-of-schema.ts'
import type { NestingProps } from './schema-field-props.ts'

const UNSET = ''

/** A value that may have one of several shapes: the shape is chosen, then the value is written. */
export function AlternativesField(props: NestingProps) {
  const { Control, ...control } = props
  const { path, schema, value, onChange } = control
  const alternatives = alternativesOf(schema)
  const current = value === undefined ? undefined : alternativeFor(alternatives, value)
  const name = current?.name ?? (value === undefined ? UNSET : 'JSON')
  return (
    <div className="flex flex-col gap-2">
      <select
        aria-label={`Kind of ${path}`}
        value={name}
        onChange={({ target }) => {
          const chosen = alternatives.find((one) => one.name === target.value)
          onChange(chosen === undefined ? undefined : valueToBegin(chosen.schema))
        }}
        className="max-w-80 self-start field font-mono"
      >
        <option value={UNSET}>unset</option>
        {alternatives.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}
          </option>
        ))}
        {name === 'JSON' && <option value="JSON">other</option>}
      </select>
      {value !== undefined && <Control {...control} schema={current?.schema ?? {}} />}
    </div>
  )
}
