import Copy from 'lucide-react/icons/copy'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { freshName, without } from '../../../core/chat/structures/entries.ts'
import {
  BUILT_IN_TOOLS,
  functionNames,
  functionOf,
  newFunction,
} from '../../../core/chat/structures/tool-list.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import type { StructureProps } from '../settings/setting-control-props.ts'
import { TriState } from '../settings/tri-state.tsx'
import { SchemaEditor } from './schema-editor.tsx'

/** The functions a model may ask for, one part each. */
export function ToolsEditor({ name, value, onChange }: StructureProps) {
  const tools = Array.isArray(value) ? value : []
  const change = (next: readonly JsonValue[]) => onChange(next.length === 0 ? undefined : [...next])
  const copyOf = (tool: JsonValue): JsonValue => {
    const called = functionOf(tool)
    if (called === undefined || !isJsonObject(tool)) return tool
    const copied = freshName(nameOf(called) || 'function', functionNames(tools))
    return { ...tool, function: { ...called, name: copied } }
  }
  return (
    <div className="flex flex-col gap-1.5">
      {tools.map((tool, index) => {
        const called = functionOf(tool)
        const label = `${name} ${index + 1}`
        const type = isJsonObject(tool) && typeof tool['type'] === 'string' ? tool['type'] : 'tool'
        return (
          <div key={index} className="relative border-l pl-1">
            <Disclosure
              open={index === tools.length - 1}
              summary={
                <span className="mr-16 min-w-0 grow truncate font-mono">
                  {called === undefined ? type : nameOf(called) || 'unnamed'}
                </span>
              }
            >
              {called === undefined ? (
                <p className="py-1 pl-5 text-xs text-text-3">
                  Accepted by the API, but only functions have an effect.
                </p>
              ) : (
                <FunctionFields
                  label={label}
                  value={called}
                  onChange={(next) =>
                    change(tools.with(index, { ...(isJsonObject(tool) && tool), function: next }))
                  }
                />
              )}
            </Disclosure>
            <div className="absolute top-0 right-0 flex">
              <IconButton
                label={`Duplicate ${label}`}
                onClick={() => change(tools.toSpliced(index + 1, 0, copyOf(tool)))}
              >
                <Copy size={14} aria-hidden />
              </IconButton>
              <IconButton
                label={`Remove ${label}`}
                onClick={() => change(tools.toSpliced(index, 1))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </div>
          </div>
        )
      })}
      <div className="flex flex-wrap gap-1">
        <Button
          aria-label={`${name}: add a function`}
          onClick={() =>
            change([...tools, newFunction(freshName('my_function', functionNames(tools)))])
          }
        >
          <Plus size={14} aria-hidden />
          Function
        </Button>
        {BUILT_IN_TOOLS.map((type) => (
          <Button
            key={type}
            variant="ghost"
            aria-label={`${name}: add ${type}`}
            className="font-mono"
            onClick={() => change([...tools, { type }])}
          >
            <Plus size={14} aria-hidden />
            {type}
          </Button>
        ))}
      </div>
    </div>
  )
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : ''
}

interface FunctionFieldsProps {
  label: string
  value: JsonObject
  onChange: (value: JsonObject) => void
}

/** Name, description, strictness and parameters of one function. */
function FunctionFields({ label, value, onChange }: FunctionFieldsProps) {
  const { name, description, strict, parameters } = value
  const set = (key: string, next: JsonValue | undefined) =>
    onChange(next === undefined ? without(value, key) : { ...value, [key]: next })
  return (
    <div className="flex flex-col gap-1.5 py-1.5 pl-1">
      <input
        type="text"
        aria-label={`${label} name`}
        aria-invalid={name === ''}
        placeholder="name"
        spellCheck={false}
        value={typeof name === 'string' ? name : ''}
        onChange={(event) => set('name', event.target.value)}
        className="w-full field font-mono"
      />
      <TextArea
        aria-label={`${label} description`}
        placeholder="What it does and when to call it"
        value={typeof description === 'string' ? description : ''}
        onChange={(event) =>
          set('description', event.target.value === '' ? undefined : event.target.value)
        }
        className="max-h-40"
      />
      <div className="flex flex-wrap items-center justify-between gap-1">
        <span className="font-mono text-xs text-text-2">strict</span>
        <TriState
          label={`${label} strict`}
          value={typeof strict === 'boolean' ? strict : undefined}
          onChange={(next) => set('strict', next)}
        />
      </div>
      <SchemaEditor
        label={`${label} parameters`}
        value={parameters}
        onChange={(next) => set('parameters', next)}
      />
    </div>
  )
}
