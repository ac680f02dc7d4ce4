import { useMemo, useState } from 'react'

import type { AskedSettings } from '../../../storage/conversation.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { judgeStructured, type StructuredVerdict } from './judge-structured.ts'

/** Faults that are listed; a wrong long list has thousands. */
const LISTED = 50

interface StructuredAnswerProps {
  text: string
  format: NonNullable<AskedSettings['response_format']>
}

/** A finished answer that was to be JSON: its tree, and whether it is what was asked for. */
export function StructuredAnswer({ text, format }: StructuredAnswerProps) {
  const verdict = useMemo(() => judgeStructured(text, format), [text, format])
  const [form, setForm] = useState<'tree' | 'text'>('tree')
  const isJson = verdict.kind !== 'not-json'
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <VerdictBadge verdict={verdict} />
        {isJson && (
          <Segmented
            label="Show answer as"
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
      <Faults verdict={verdict} />
      {isJson && form === 'tree' ? (
        <JsonView value={verdict.value} label="Answer" />
      ) : (
        <CodeBlock text={text} label="Answer as text" wrap />
      )}
    </div>
  )
}

function VerdictBadge({ verdict }: { verdict: StructuredVerdict }) {
  switch (verdict.kind) {
    case 'matches':
      return <Badge tone="good">matches the schema</Badge>
    case 'json':
      return <Badge tone="good">valid JSON</Badge>
    case 'faults': {
      const { length } = verdict.faults
      return <Badge tone="bad">{`${length} ${length === 1 ? 'fault' : 'faults'}`}</Badge>
    }
    case 'not-json':
      return <Badge tone="bad">not JSON</Badge>
    case 'unusable-schema':
    case 'unchecked':
      return <Badge tone="warn">not checked</Badge>
  }
}

function Faults({ verdict }: { verdict: StructuredVerdict }) {
  switch (verdict.kind) {
    case 'matches':
    case 'json':
      return null
    case 'not-json': {
      const { line, column, message } = verdict.fault
      return (
        <p className="text-sm break-words text-bad">
          Line {line}, column {column}: {message}.
        </p>
      )
    }
    case 'unchecked':
      return <p className="text-sm text-warn">{verdict.message}</p>
    case 'unusable-schema':
      return (
        <p className="text-sm break-words text-warn">
          The schema cannot be used: {verdict.message}
        </p>
      )
    case 'faults':
      return (
        <ul aria-label="Faults" className="list-disc pl-4 text-sm break-words">
          {verdict.faults.slice(0, LISTED).map(({ path, message }) => (
            <li key={path + message}>
              <code className="font-mono">{path === '' ? 'the whole answer' : path}</code>:{' '}
              {message}
            </li>
          ))}
          {verdict.faults.length > LISTED && <li>{verdict.faults.length - LISTED} more</li>}
        </ul>
      )
  }
}
