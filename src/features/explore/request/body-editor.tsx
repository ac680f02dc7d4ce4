import { useCallback, useState } from 'react'

import type { JsonValue } from '../../../../contract/json.ts'
import type { ApiOperation } from '../../../core/client/queries/openapi.ts'
import { changeDraft } from '../../../core/explore/draft.ts'
import type { CallDraft, ChosenFiles } from '../../../core/explore/explore.ts'
import { bodyShape, type CallFault } from '../../../core/explore/read-draft.ts'
import { isRpcPath } from '../../../core/explore/rpc-calls.ts'
import { validateValue } from '../../../core/explore/schema/validate-value.ts'
import { takesFile } from '../../../core/explore/schema/value-of-schema.ts'
import { explore } from '../../../page/explore.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { JsonErrorPlace } from '../form/json-error-place.tsx'
import { JsonRpcForm } from '../json-rpc/json-rpc-form.tsx'
import { BodyForm } from './body-form.tsx'
import { FreeFormFiles } from './free-form-files.tsx'

const JsonEditor = lazyComponent(() =>
  import('../../../ui/json-editor/json-editor.tsx').then((module) => module.JsonEditor),
)

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
          <ChunkBoundary fallback={<Skeleton lines={4} />}>
            <JsonEditor
              label="Body"
              text={body}
              {...(schema === undefined ? {} : { shape: schema })}
              check={check}
              onChange={(text) => changeDraft(explore, { body: text })}
              onSubmit={onSubmit}
              className="h-64"
            />
          </ChunkBoundary>
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
