import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useCallback, useRef, useState } from 'react'

import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../../../contract/json.ts'
import type { ApiBody, ApiOperation } from '../../core/client/queries/openapi.ts'
import { changeDraft, chooseFiles } from '../../core/explore/draft.ts'
import type { CallDraft, ChosenFiles } from '../../core/explore/explore.ts'
import { bodyShape, type CallFault } from '../../core/explore/read-draft.ts'
import { isRpcPath } from '../../core/explore/rpc-calls.ts'
import { validateValue } from '../../core/explore/schema/validate-value.ts'
import { takesFile } from '../../core/explore/schema/value-of-schema.ts'
import { formatBytes } from '../../core/format/units.ts'
import { explore } from '../../page/explore.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { FieldFrame, JsonErrorPlace } from './field-frame.tsx'
import { JsonRpcForm } from './json-rpc-form.tsx'
import { ObjectFields, withMember } from './schema-field.tsx'

const JsonEditor = part(() => import('../../ui/json-editor/json-editor.tsx'), 'JsonEditor', {
  fallback: <Skeleton lines={4} />,
})

interface BodyEditorProps {
  draft: CallDraft
  files: ChosenFiles
  operation: ApiOperation | undefined
  faults: readonly CallFault[]
  onSubmit: () => void
}

const encodings = [
  { value: 'json', label: 'JSON' },
  { value: 'form', label: 'Form with files' },
] as const

const views = [
  { value: 'fields', label: 'Fields' },
  { value: 'text', label: 'Text' },
] as const

/** The body: as fields where its shape is known, as JSON text always; both are the same text. */
export function BodyEditor({ draft, files, operation, faults, onSubmit }: BodyEditorProps) {
  const [view, setView] = useState<'fields' | 'text'>('fields')
  const { bodyAs, body, path } = draft
  const shape = bodyShape(operation, bodyAs)
  const isRpc = isRpcPath(path) && bodyAs === 'json'
  const hasFields = isRpc || Object.keys(shape?.schema.properties ?? {}).length > 0
  const shown = hasFields ? view : 'text'
  const oneWay = operation !== undefined && (operation.json ?? operation.form) !== undefined
  const choosesWay = !oneWay || (operation.json !== undefined && operation.form !== undefined)
  const schema = shape?.schema
  const check = useCallback(
    (value: unknown) =>
      schema === undefined
        ? []
        : validateValue(schema, value as JsonValue).map((fault) => ({
            ...fault,
            severity: 'warning' as const,
          })),
    [schema],
  )
  const byPath = new Map(faults.map(({ field, message }) => [field, message]))
  const bodyFault = faults.find(({ field }) => field === 'body')
  return (
    <section aria-labelledby="explore-body" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="explore-body" className="grow font-semibold">
          Body
        </h3>
        {choosesWay && (
          <Segmented
            label="Body format"
            options={encodings}
            value={bodyAs}
            onChange={(next) => changeDraft(explore, { bodyAs: next })}
          />
        )}
        {hasFields && (
          <Segmented
            label="Body view"
            options={views}
            value={view}
            onChange={(next) => setView(next)}
          />
        )}
      </div>
      {shown === 'fields' && isRpc && <JsonRpcForm path={path} body={body} />}
      {shown === 'fields' && !isRpc && shape !== undefined && (
        <BodyForm draft={draft} files={files} shape={shape} faults={byPath} />
      )}
      {shown === 'text' && (
        <>
          <JsonEditor
            label="Body"
            text={body}
            {...(schema === undefined ? {} : { shape: schema })}
            check={check}
            onChange={(text) => changeDraft(explore, { body: text })}
            onSubmit={onSubmit}
            className="h-64"
          />
          {bodyAs === 'form' && (
            <p className="text-xs text-text-3">
              Each property becomes a form field. Files are chosen below.
            </p>
          )}
        </>
      )}
      {bodyAs === 'form' && shown === 'text' && !hasFileFields(shape?.schema) && (
        <FreeFormFiles files={files} />
      )}
      {bodyFault !== undefined && (
        <p role="alert" className="text-bad">
          {bodyFault.message}
          {bodyFault.isSyntax === true && <JsonErrorPlace text={body} />}
        </p>
      )}
    </section>
  )
}

function hasFileFields(schema: Parameters<typeof takesFile>[0] | undefined): boolean {
  return Object.values(schema?.properties ?? {}).some(takesFile)
}

function FreeFormFiles({ files }: { files: ChosenFiles }) {
  const [name, setName] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const names = [...new Set([...Object.keys(files), ...added])]
  const taken = names.includes(name.trim())
  return (
    <div className="flex flex-col gap-2">
      {names.map((field) => (
        <div key={field} className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-sm">{field}</span>
          <FileField
            name={field}
            chosen={files[field] ?? []}
            multiple
            onChange={(chosen) => chooseFiles(explore, field, chosen)}
            describedBy={undefined}
          />
        </div>
      ))}
      <div className="flex gap-2">
        <input
          type="text"
          aria-label="File field name"
          placeholder="Name, e.g. image"
          spellCheck={false}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="min-w-0 field font-mono"
        />
        <Button
          disabled={name.trim() === '' || taken}
          onClick={() => {
            setAdded([...added, name.trim()])
            setName('')
          }}
        >
          <Plus size={14} aria-hidden />
          Add file field
        </Button>
      </div>
    </div>
  )
}

interface BodyFormProps {
  draft: CallDraft
  files: ChosenFiles
  shape: ApiBody
  /** What is wrong, by path in the body. */
  faults: ReadonlyMap<string, string>
}

function BodyForm({ draft, files, shape, faults }: BodyFormProps) {
  const value = objectOf(draft.body)
  if (value === undefined)
    return (
      <p role="status" className="text-warn">
        The body is not a JSON object. Edit it as text.
      </p>
    )
  const change = (name: string, next: JsonObject[string]) => {
    const body = withMember(value, name, next)
    const isEmpty = Object.keys(body).length === 0
    changeDraft(explore, { body: isEmpty ? '' : JSON.stringify(body, null, 2) })
  }
  return (
    <ObjectFields
      path=""
      schema={shape.schema}
      value={value}
      faults={faults}
      onChange={change}
      instead={(name, schema) =>
        draft.bodyAs === 'form' && takesFile(schema) ? (
          <FieldFrame
            path={name}
            name={name}
            schema={schema}
            required={shape.schema.required?.includes(name) === true}
            id={`explore-file-${name}`}
            fault={faults.get(name)}
          >
            <FileField
              name={name}
              chosen={files[name] ?? []}
              multiple={schema.type === 'array'}
              onChange={(chosen) => chooseFiles(explore, name, chosen)}
              describedBy={`explore-file-${name}`}
            />
          </FieldFrame>
        ) : undefined
      }
    />
  )
}

/** The text as an object; nothing written is an empty one. */
function objectOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  const value = readJson(text)
  return isJsonObject(value) ? value : undefined
}

interface FileFieldProps {
  name: string
  chosen: readonly File[]
  multiple: boolean
  onChange: (files: readonly File[]) => void
  describedBy: string | undefined
}

function FileField({ name, chosen, multiple, onChange, describedBy }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col items-start gap-1">
      <Button aria-describedby={describedBy} onClick={() => input.current?.click()}>
        {chosen.length === 0 || multiple ? 'Choose file' : 'Choose another file'}
        <span className="sr-only"> for {name}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label={name}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onChange(multiple ? [...chosen, ...files] : files)
        }}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-col gap-1">
          {chosen.map((file, index) => (
            <li key={index} className="flex items-center gap-1 text-sm">
              <span className="font-mono">{file.name}</span>
              <span className="text-text-3 tabular-nums">
                {formatBytes(file.size)} {file.type}
              </span>
              <IconButton
                label={`Remove ${file.name}`}
                onClick={() => onChange(chosen.filter((other) => other !== file))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
