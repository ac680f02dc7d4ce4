import { useMemo, useState } from 'react'

import { readJson } from '../../../../contract/json.ts'
import type { ResponseFormat } from '../../../core/chat/responses/validate-structured.ts'
import { validateInWorker } from '../../../page/workers/validate-client.ts'
import type { LocatedVerdict } from '../../../page/workers/validate.worker.ts'
import { GrowingCode } from '../../../ui/content/code.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { Segmented } from '../../../ui/controls/toggles.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import type { TextSource } from '../../../ui/markdown/view/block-stream.ts'

/** Longer answers are shown as text: reading one for the tree would hold up the page. */
const MAX_TREE_LENGTH = 1_000_000

interface StructuredAnswerProps {
  source: TextSource
  format: ResponseFormat
}

/** A finished answer that was to be JSON: its tree, and whether it is what was asked for. */
export function StructuredAnswer({ source, format }: StructuredAnswerProps) {
  const text = source.text()
  const verdict = useVerdict(text, format)
  const [form, setForm] = useState<'tree' | 'text'>('tree')
  const isJson = verdict !== undefined && verdict.kind !== 'not-json'
  const tree = useMemo(() => (isJson ? treeOf(text) : undefined), [isJson, text])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <VerdictBadge verdict={verdict} />
        {tree !== undefined && (
          <Segmented
            label="Show response as"
            options={[
              { value: 'tree', label: 'Tree' },
              { value: 'text', label: 'Text' },
            ]}
            value={form}
            onChange={setForm}
            className="ml-auto"
          />
        )}
      </div>
      {verdict !== undefined && <Faults verdict={verdict} />}
      {tree !== undefined && form === 'tree' ? (
        <JsonView value={tree.value} label="Response" />
      ) : (
        <GrowingCode source={source} label="Response as text" />
      )}
    </div>
  )
}

/** Undefined while the response is validated. What cannot be validated in time is unchecked. */
function useVerdict(text: string, format: ResponseFormat): LocatedVerdict | undefined {
  const checked = useLoaded(async () => {
    const verdict = await validateInWorker({ text, format }).catch(
      (error: unknown): LocatedVerdict => ({
        kind: 'unchecked',
        message: error instanceof Error ? error.message : String(error),
      }),
    )
    return { text, verdict }
  }, [text, format])
  return checked?.text === text ? checked.verdict : undefined
}

/** The value of a text that is not too long to be read here; nothing for what is not JSON. */
function treeOf(text: string): { value: unknown } | undefined {
  const value = text.length > MAX_TREE_LENGTH ? undefined : readJson(text)
  return value === undefined ? undefined : { value }
}

function VerdictBadge({ verdict }: { verdict: LocatedVerdict | undefined }) {
  switch (verdict?.kind) {
    case undefined:
      return <Badge>Validating…</Badge>
    case 'matches':
      return <Badge tone="good">Matches schema</Badge>
    case 'json':
      return <Badge tone="good">Valid JSON</Badge>
    case 'faults': {
      const { count } = verdict
      return <Badge tone="bad">{`${count} ${count === 1 ? 'error' : 'errors'}`}</Badge>
    }
    case 'not-json':
      return <Badge tone="bad">Not JSON</Badge>
    case 'unusable-schema':
    case 'unchecked':
      return <Badge tone="warn">Not validated</Badge>
  }
}

function Faults({ verdict }: { verdict: LocatedVerdict }) {
  switch (verdict.kind) {
    case 'matches':
    case 'json':
      return null
    case 'not-json': {
      const { line, column, message } = verdict
      return (
        <p className="text-sm break-words text-bad">
          Line {line}, column {column}: {message}
        </p>
      )
    }
    case 'unchecked':
      return <p className="text-sm text-warn">{verdict.message}</p>
    case 'unusable-schema':
      return <p className="text-sm break-words text-warn">Invalid schema: {verdict.message}</p>
    case 'faults':
      return (
        <ul aria-label="Validation errors" className="list-disc pl-4 text-sm break-words">
          {verdict.faults.map(({ path, message }) => (
            <li key={path + message}>
              <code className="font-mono">{path === '' ? 'root' : path}</code>: {message}
            </li>
          ))}
          {verdict.count > verdict.faults.length && (
            <li>{verdict.count - verdict.faults.length} more</li>
          )}
        </ul>
      )
  }
}
