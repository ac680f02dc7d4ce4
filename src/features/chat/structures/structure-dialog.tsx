import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useMemo, useState } from 'react'

import { fieldExamples } from '../../../../contract/chat/request/field-examples.ts'
import { chatStructures, toolSchema } from '../../../../contract/chat/request/request-structures.ts'
import { isJsonObject, type JsonValue, readJson } from '../../../../contract/json.ts'
import { type ValueShape, shapeOf } from '../../../../contract/value-shape.ts'
import { describeSetting } from '../../../core/chat/settings/setting-advice.ts'
import {
  pastedFormat,
  readFormat,
  schemaProblems,
  writeFormat,
} from '../../../core/chat/structures/response-format.ts'
import {
  BUILT_IN_TOOLS,
  functionOf,
  newFunction,
  pastedTools,
} from '../../../core/chat/structures/tool-list.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import type { JsonProblem } from '../../../ui/json-editor/diagnose.ts'
import { useModels } from '../model/use-models.ts'
import {
  JsonDialog,
  jsonText,
  type StructureDialogProps,
  structureProblems,
} from './json-dialog.tsx'
import { SCHEMA_SHAPE, TOOL_SHAPE } from './schema-shape.ts'

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

/** The tools of a request: the list, and the chosen one as JSON. */
function ToolsDialog({ value, onChange, onClose }: StructureDialogProps) {
  const [texts, setTexts] = useState(() => textsOf(Array.isArray(value) ? value : []))
  const [chosen, setChosen] = useState(0)
  const at = Math.max(0, Math.min(chosen, texts.length - 1))
  const text = texts[at] ?? ''
  const read = texts.map((one) => readJson(one) as JsonValue | undefined)
  const broken = read.findIndex(
    (tool, index) => index !== at && (tool === undefined || toolProblems(tool).length > 0),
  )
  const add = (tools: readonly JsonValue[]) => {
    const kept = texts.filter((one) => one.trim() !== '')
    setTexts([...kept, ...textsOf(tools)])
    setChosen(kept.length)
  }
  return (
    <JsonDialog
      title="Tools"
      label={`Tool ${at + 1}`}
      text={text}
      placeholder="Paste a tool, a list of tools, or a request with tools"
      changed={texts.join('\n') !== textsOf(Array.isArray(value) ? value : []).join('\n')}
      shape={TOOL_SHAPE}
      check={toolProblems}
      onText={(next, pasted) => {
        const tools = pasted === undefined ? [] : pastedTools(pasted)
        if (tools.length === 0 || (tools.length === 1 && tools[0] === pasted))
          setTexts(texts.length === 0 ? [next] : texts.with(at, next))
        else setTexts(texts.toSpliced(at, 1, ...textsOf(tools)))
      }}
      blocker={broken < 0 ? undefined : `Tool ${broken + 1} isn't complete.`}
      onUse={() => onChange(read.flatMap((tool) => (tool === undefined ? [] : [tool])))}
      onRemove={value === undefined ? undefined : () => onChange(undefined)}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-1">
        <ul aria-label="Tools" className="contents">
          {read.map((tool, index) => (
            <li key={index} className="flex min-w-0 items-center">
              <Button
                variant="ghost"
                aria-pressed={index === at}
                className="max-w-48 font-mono"
                onClick={() => setChosen(index)}
              >
                <span className="truncate">{toolName(tool) ?? `tool ${index + 1}`}</span>
              </Button>
              {index === at && (
                <IconButton
                  label={`Remove ${toolName(tool) ?? `tool ${index + 1}`}`}
                  onClick={() => setTexts(texts.toSpliced(index, 1))}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        <span className="ml-auto flex flex-wrap gap-1">
          <Button onClick={() => add([newFunction(defined(read))])}>
            <Plus size={14} aria-hidden />
            Function
          </Button>
          {BUILT_IN_TOOLS.map((type) => (
            <Button key={type} className="font-mono" onClick={() => add([{ type }])}>
              <Plus size={14} aria-hidden />
              {type}
            </Button>
          ))}
          <Button onClick={() => add(pastedTools(fieldExamples.tools))}>Example</Button>
        </span>
      </div>
    </JsonDialog>
  )
}

function textsOf(tools: readonly JsonValue[]): string[] {
  return tools.map(jsonText)
}

function defined(tools: readonly (JsonValue | undefined)[]): JsonValue[] {
  return tools.filter((tool) => tool !== undefined)
}

function toolName(tool: JsonValue | undefined): string | undefined {
  const named = tool === undefined ? undefined : functionOf(tool)?.['name']
  if (typeof named === 'string' && named !== '') return named
  return isJsonObject(tool) && typeof tool['type'] === 'string' && tool['type'] !== 'function'
    ? tool['type']
    : undefined
}

function toolProblems(tool: JsonValue): JsonProblem[] {
  const parameters = functionOf(tool)?.['parameters']
  return [
    ...structureProblems('tool', toolSchema, tool),
    ...(isJsonObject(parameters) ? schemaProblems(parameters, ['function', 'parameters']) : []),
  ]
}
