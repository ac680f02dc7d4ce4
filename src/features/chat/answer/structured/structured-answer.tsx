import { useEffect, useMemo, useState } from 'react'

import { readJson } from '../../../../../contract/json.ts'
import { JsonView } from '../../../../ui/content/json-view.tsx'
import { Segmented } from '../../../../ui/controls/segmented.tsx'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import type { TextSource } from '../../../../ui/markdown/view/text-source.ts'
import { GrowingCode } from '../growing-code.tsx'
import { judgeInWorker } from './judge-client.ts'
import type { ResponseFormat, StructuredVerdict } from './judge-structured.ts'

/** Longer answers are shown as text: reading one for the tree would hold up the page. */
const MAX_TREE_LENGTH = 1_000_000

interface StructuredAnswerProps {
  /** The text of the answer, which has ended. */
  source: TextSource
  format: ResponseFormat
}

/** A finished answer that was to be JSON: its tree, and whether it is what was asked for. */
export function StructuredAnswer({ source, format }: StructuredAnswerProps) {
  const text = source.text()
  const verdict = useVerdict(text, format)
  const [form, setForm] = useState<'tree' | 'text'>('tree')
  const judged = verdict !== undefined && verdict.kind !== 'not-json'
  const tree = useMemo(() => (judged ? treeOf(text) : undefined), [judged, text])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <VerdictBadge verdict={verdict} />
        {tree !== undefined && (
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
      {verdict !== undefined && <Faults verdict={verdict} />}
      {tree !== undefined && form === 'tree' ? (
        <JsonView value={tree.value} label="Answer" />
      ) : (
        <GrowingCode source={source} label="Answer as text" />
      )}
    </div>
  )
}

/** Undefined while the answer is being judged. */
function useVerdict(text: string, format: ResponseFormat): StructuredVerdict | undefined {
  const [judged, setJudged] = useState<{ text: string; verdict: StructuredVerdict }>()
  useEffect(() => {
    let current = true
    void judgeInWorker(text, format).then((verdict) => {
      if (current) setJudged({ text, verdict })
    })
    return () => {
      current = false
    }
  }, [text, format])
  return judged?.text === text ? judged.verdict : undefined
}

/** The value of a text that is not too long to be read here; nothing for what is not JSON. */
function treeOf(text: string): { value: unknown } | undefined {
  const value = text.length > MAX_TREE_LENGTH ? undefined : readJson(text)
  return value === undefined ? undefined : { value }
}

function VerdictBadge({ verdict }: { verdict: StructuredVerdict | undefined }) {
  switch (verdict?.kind) {
    case undefined:
      return <Badge>checking…</Badge>
    case 'matches':
      return <Badge tone="good">matches the schema</Badge>
    case 'json':
      return <Badge tone="good">valid JSON</Badge>
    case 'faults': {
      const { count } = verdict
      return <Badge tone="bad">{`${count} ${count === 1 ? 'fault' : 'faults'}`}</Badge>
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
          {verdict.faults.map(({ path, message }) => (
            <li key={path + message}>
              <code className="font-mono">{path === '' ? 'the whole answer' : path}</code>:{' '}
              {message}
            </li>
          ))}
          {verdict.count > verdict.faults.length && (
            <li>{verdict.count - verdict.faults.length} more</li>
          )}
        </ul>
      )
  }
}
