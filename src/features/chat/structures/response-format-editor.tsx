import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { without } from '../../../core/chat/structures/entries.ts'
import { ChoiceControl } from '../settings/choice-control.tsx'
import type { StructureProps } from '../settings/setting-control-props.ts'
import { TriState } from '../settings/tri-state.tsx'
import { SchemaEditor } from './schema-editor.tsx'

/** What kind of answer is asked for, and the schema it must follow. */
export function ResponseFormatEditor({ name, value, describedBy, onChange }: StructureProps) {
  const format = isJsonObject(value) ? value : {}
  const type = typeof format['type'] === 'string' ? format['type'] : undefined
  const wrapper = isJsonObject(format['json_schema']) ? format['json_schema'] : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <ChoiceControl
        label={`${name} type`}
        describedBy={describedBy}
        values={['text', 'json_object', 'json_schema']}
        value={type}
        onChange={(next) => onChange(ofType(next, wrapper))}
      />
      {type === 'json_schema' && (
        <SchemaFields
          label={name}
          value={wrapper ?? {}}
          onChange={(next) => onChange({ ...format, json_schema: next })}
        />
      )}
    </div>
  )
}

interface SchemaFieldsProps {
  label: string
  value: JsonObject
  onChange: (value: JsonObject) => void
}

function SchemaFields({ label, value, onChange }: SchemaFieldsProps) {
  const { name, strict } = value
  const set = (key: string, next: JsonValue | undefined) =>
    onChange(next === undefined ? without(value, key) : { ...value, [key]: next })
  const flat = isFlat(value)
  return (
    <div className="flex flex-col gap-1.5 border-l pl-2">
      {flat ? (
        <p className="text-xs text-text-3">
          The schema is directly in <code>json_schema</code>, without <code>name</code> and{' '}
          <code>schema</code>.
        </p>
      ) : (
        <>
          <input
            type="text"
            aria-label={`${label} name`}
            placeholder="name"
            spellCheck={false}
            value={typeof name === 'string' ? name : ''}
            onChange={(event) =>
              set('name', event.target.value === '' ? undefined : event.target.value)
            }
            className="w-full field font-mono"
          />
          <div className="flex flex-wrap items-center justify-between gap-1">
            <span className="font-mono text-xs text-text-2">strict</span>
            <TriState
              label={`${label} strict`}
              value={typeof strict === 'boolean' ? strict : undefined}
              onChange={(next) => set('strict', next)}
            />
          </div>
        </>
      )}
      <SchemaEditor
        label={`${label} schema`}
        value={flat ? value : value['schema']}
        onChange={(next) => (flat ? onChange(next ?? {}) : set('schema', next))}
      />
    </div>
  )
}

/** The contract's sample has the schema in place of its wrapper. */
function isFlat(value: JsonObject): boolean {
  return value['schema'] === undefined && ('properties' in value || 'type' in value)
}

function ofType(type: string | undefined, wrapper: JsonObject | undefined): JsonObject | undefined {
  if (type === undefined) return undefined
  return type === 'json_schema'
    ? {
        type,
        json_schema: wrapper ?? {
          name: 'response',
          schema: { type: 'object', properties: {}, required: [] },
        },
      }
    : { type }
}
