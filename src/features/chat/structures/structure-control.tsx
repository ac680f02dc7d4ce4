import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ComponentType, useState } from 'react'

import { fieldExamples } from '../../../../contract/chat/request/field-examples.ts'
import { MAX_FALLBACKS } from '../../../../contract/chat/request/request-fields.ts'
import { chatStructures } from '../../../../contract/chat/request/request-structures.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import { shapeOf } from '../../../../contract/value-shape.ts'
import { z } from '../../../../contract/zod.ts'
import { settingName } from '../../../core/chat/settings/settings-fields.ts'
import {
  entriesOf,
  freshName,
  movedUp,
  renamed,
  without,
} from '../../../core/chat/structures/entries.ts'
import { functionNames } from '../../../core/chat/structures/tool-list.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import type { JsonProblem } from '../../../ui/json-editor/diagnose.ts'
import { useModels } from '../model/use-models.ts'
import type { SettingControlProps, StructureProps } from '../settings/setting-control-props.ts'
import { JsonField } from './json-field.tsx'
import { ListControl } from './list-control.tsx'
import { MembersEditor } from './members-editor.tsx'
import { NameField } from './name-field.tsx'
import { ResponseFormatEditor } from './response-format-editor.tsx'
import { ToolsEditor } from './tools-editor.tsx'

const WORDS = ['auto', 'none', 'required']

/** Whether a tool must be called, or which one of the functions of this request. */
function ToolChoiceEditor({ name, value, settings, describedBy, onChange }: StructureProps) {
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

/** The forms made for one field; every other structure gets a form made from its members. */
const FORMS: Readonly<Record<string, ComponentType<StructureProps>>> = {
  tools: ToolsEditor,
  tool_choice: ToolChoiceEditor,
  response_format: ResponseFormatEditor,
  metadata: MetadataEditor,
  fallbacks: FallbacksEditor,
}

/** What is edited below the line of its field: a list, or a value with members of its own. */
export function StructureControl(props: SettingControlProps) {
  const { control } = props.field.rule
  return control.kind === 'list' ? (
    <ListControl
      {...props}
      of={control.of}
      {...(control.maxItems !== undefined && { maxItems: control.maxItems })}
    />
  ) : (
    <MembersControl {...props} />
  )
}

/** A value with members of its own: as a form, or as JSON text. */
function MembersControl(props: SettingControlProps) {
  const { field, value, settings, describedBy, onChange } = props
  const { wireName: name, path } = field
  const [asJson, setAsJson] = useState(false)
  // Every structure of the table has its schema there.
  const schema = chatStructures[path as keyof typeof chatStructures]
  const shape = shapeOf(schema)
  const Form = FORMS[name]
  const form = { name, value, settings, describedBy, onChange }
  const fits = value === undefined || Array.isArray(value) === Array.isArray(fieldExamples[path])
  return (
    <div
      role="group"
      aria-label={settingName(field)}
      aria-describedby={describedBy}
      className="flex w-full flex-col gap-1.5"
    >
      {asJson || !(fits || name === 'tool_choice') ? (
        <JsonField
          label={`${name} JSON`}
          value={value}
          shape={shape}
          check={(given) => structureProblems(name, schema, given)}
          onChange={onChange}
        />
      ) : Form === undefined ? (
        <MembersEditor {...form} shape={shape} />
      ) : (
        <Form {...form} />
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          variant="ghost"
          aria-label={`${name} as ${asJson ? 'a form' : 'JSON'}`}
          className="text-xs"
          onClick={() => setAsJson(!asJson)}
        >
          {asJson ? 'Form' : '{ } JSON'}
        </Button>
        {value === undefined && (
          <Button
            variant="ghost"
            aria-label={`${name}: begin with an example`}
            className="text-xs"
            onClick={() => onChange(fieldExamples[path])}
          >
            Example
          </Button>
        )}
      </div>
    </div>
  )
}

/** What is wrong with the value of a structure, in the sentences of the panel, by the place inside it. */
function structureProblems(name: string, schema: z.ZodMiniType, value: unknown): JsonProblem[] {
  const result = validate(z.looseObject({ [name]: schema }), { [name]: value })
  if (result.ok) return []
  return result.issues.map(({ path, message }) => ({
    path: path.slice(1),
    message,
    severity: 'error',
  }))
}

/** Names and texts; a value that is no text is shown as JSON and edited there. */
function MetadataEditor({ name, value, onChange }: StructureProps) {
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

/** The models to try instead, in their order. */
function FallbacksEditor({ name, value, onChange }: StructureProps) {
  const { models } = useModels(false)
  const list: JsonObject[] = (Array.isArray(value) ? value : []).filter(isJsonObject)
  const change = (next: readonly JsonObject[]) =>
    onChange(next.length === 0 ? undefined : [...next])
  return (
    <div className="flex flex-col gap-1">
      {list.map((fallback, index) => (
        <div key={index} className="flex items-center gap-1">
          <span className="w-4 shrink-0 text-right text-xs text-text-3">{index + 1}</span>
          <Combobox
            label={`${name} ${index + 1}`}
            value={typeof fallback['model'] === 'string' ? fallback['model'] : ''}
            options={models.map(({ id }) => ({ value: id }))}
            freeText
            placeholder="model"
            onChange={(model) => change(list.with(index, { ...fallback, model }))}
            className="min-w-0 grow"
          />
          <IconButton
            label={`Move ${name} ${index + 1} up`}
            disabled={index === 0}
            onClick={() => change(movedUp(list, index))}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            label={`Remove ${name} ${index + 1}`}
            onClick={() => change(list.toSpliced(index, 1))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="flex items-center gap-2">
        <Button
          aria-label={`Add ${name}`}
          disabled={list.length >= MAX_FALLBACKS}
          onClick={() => change([...list, { model: '' }])}
        >
          <Plus size={14} aria-hidden />
          Add
        </Button>
        <span className="text-xs text-text-3">
          {list.length} of {MAX_FALLBACKS}
        </span>
      </div>
    </div>
  )
}
