import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { fieldExamples } from '../../../../contract/chat/request/field-examples.ts'
import { toolSchema } from '../../../../contract/chat/request/request-structures.ts'
import { isJsonObject, type JsonValue, readJson } from '../../../../contract/json.ts'
import { schemaProblems } from '../../../core/chat/structures/response-format.ts'
import {
  BUILT_IN_TOOLS,
  functionOf,
  newFunction,
  pastedTools,
} from '../../../core/chat/structures/tool-list.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import type { JsonProblem } from '../../../ui/json-editor/diagnose.ts'
import {
  JsonDialog,
  jsonText,
  type StructureDialogProps,
  structureProblems,
} from './json-dialog.tsx'
import { TOOL_SHAPE } from './schema-shape.ts'

/** The tools of a request: the list, and the chosen one as JSON. */
export function ToolsDialog({ value, onChange, onClose }: StructureDialogProps) {
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
