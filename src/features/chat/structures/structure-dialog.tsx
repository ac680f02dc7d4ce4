import { useMemo, useState } from 'react'

import { fieldExamples } from '../../../../contract/chat/request/field-examples.ts'
import { chatStructures } from '../../../../contract/chat/request/request-structures.ts'
import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'
import { type ValueShape, shapeOf } from '../../../../contract/value-shape.ts'
import { describeSetting } from '../../../core/chat/settings/setting-advice.ts'
import {
  pastedFormat,
  readFormat,
  schemaProblems,
  writeFormat,
} from '../../../core/chat/structures/response-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import { useModels } from '../model/use-models.ts'
import {
  JsonDialog,
  jsonText,
  type StructureDialogProps,
  structureProblems,
} from './json-dialog.tsx'
import { SCHEMA_SHAPE } from './schema-shape.ts'
import { ToolsDialog } from './tools-dialog.tsx'

/** Edits a value that is too large for its line: a schema, tools, or any other as JSON. */
export function StructureDialog(props: StructureDialogProps) {
  switch (props.field.path) {
    case 'response_format':
      return <SchemaDialog {...props} />
    case 'tools':
      return <ToolsDialog {...props} />
    default:
      return <ValueDialog {...props} />
  }
}

const FORMATS = [
  { value: 'json_schema', label: 'JSON schema' },
  { value: 'json_object', label: 'JSON object' },
  { value: 'text', label: 'Text' },
] as const

function SchemaDialog({ value, onChange, onClose }: StructureDialogProps) {
  const [parts, setParts] = useState(() => readFormat(value))
  const [text, setText] = useState(() => jsonText(parts.schema))
  const { type, name, strict } = parts
  const take = (next: typeof parts) => {
    setParts(next)
    setText(jsonText(next.schema))
  }
  const hasSchema = type === 'json_schema'
  return (
    <JsonDialog
      title="Response format"
      label="JSON schema"
      text={text}
      placeholder="Paste a JSON schema or a whole response_format, or press Ctrl+Space for names"
      withoutEditor={!hasSchema}
      changed={text !== jsonText(readFormat(value).schema)}
      shape={SCHEMA_SHAPE}
      check={schemaProblems}
      onText={(next, pasted) => {
        const format = pastedFormat(pasted)
        if (format === undefined) setText(next)
        else take(format)
      }}
      onUse={(schema) => onChange(writeFormat({ ...parts, schema: schema ?? parts.schema }))}
      onRemove={value === undefined ? undefined : () => onChange(undefined)}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Format"
          value={type}
          options={FORMATS}
          onChange={(next) => setParts({ ...parts, type: next })}
        />
        {hasSchema && (
          <>
            <input
              type="text"
              aria-label="Schema name"
              placeholder="name"
              spellCheck={false}
              value={name}
              onChange={({ target }) => setParts({ ...parts, name: target.value })}
              className="w-36 grow field font-mono"
            />
            <label
              title="The model's response follows the schema exactly"
              className="flex items-center gap-1.5"
            >
              <input
                type="checkbox"
                checked={strict === true}
                onChange={({ target }) =>
                  setParts({ ...parts, strict: target.checked ? true : undefined })
                }
              />
              <span className="font-mono">strict</span>
            </label>
            <Button
              className="ml-auto"
              onClick={() => take(readFormat(fieldExamples.response_format))}
            >
              Example
            </Button>
          </>
        )}
      </div>
    </JsonDialog>
  )
}

function ValueDialog({ field, value, onChange, onClose }: StructureDialogProps) {
  const { path, wireName, rule } = field
  const [text, setText] = useState(() => jsonText(value))
  const { models } = useModels(path === 'fallbacks')
  // Every structure of the table has its schema there.
  const schema = chatStructures[path as keyof typeof chatStructures]
  const shape = useMemo((): ValueShape => {
    const names = models.map(({ id }) => id)
    return path === 'fallbacks'
      ? { type: 'array', items: { properties: { model: { type: 'string', examples: names } } } }
      : shapeOf(schema)
  }, [path, schema, models])
  const check = useMemo(
    () => (given: JsonValue) => structureProblems(wireName, schema, given),
    [wireName, schema],
  )
  return (
    <JsonDialog
      title={rule.label}
      label={`${wireName} JSON`}
      text={text}
      changed={text !== jsonText(value)}
      shape={shape}
      check={check}
      onText={(next, pasted) => {
        const inner = isJsonObject(pasted) ? pasted[wireName] : undefined
        setText(inner === undefined ? next : jsonText(inner))
      }}
      onUse={onChange}
      onRemove={value === undefined ? undefined : () => onChange(undefined)}
      onClose={onClose}
    >
      <div className="flex items-start gap-4">
        <p className="grow text-text-2">{describeSetting(field)}</p>
        <Button onClick={() => setText(jsonText(fieldExamples[path]))}>Example</Button>
      </div>
    </JsonDialog>
  )
}
