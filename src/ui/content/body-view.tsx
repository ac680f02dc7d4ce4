import { useMemo, useState } from 'react'

import { Segmented } from '../controls/toggles.tsx'
import { formatJson, jsonToCopy } from '../format/json.ts'
import { LongText } from './code.tsx'
import { JsonView } from './json-view.tsx'
import { Section } from './section.tsx'

interface BodyViewProps<Value> {
  title: string
  value: Value
  /** What the tree shows of it, such as embedded files cut short. */
  shorten: (value: Value) => unknown
  /** How large it is, in words: "1.2 kB". */
  size: string
}

const views = [
  { value: 'tree', label: 'Tree' },
  { value: 'raw', label: 'Raw' },
] as const

/** A JSON body as a tree or as text, with its size. */
export function BodyView<Value>({ title, value, shorten, size }: BodyViewProps<Value>) {
  const [view, setView] = useState<'tree' | 'raw'>('tree')
  const shown = useMemo(() => shorten(value), [shorten, value])
  return (
    <Section
      title={title}
      aside={
        <>
          <span className="text-text-3 tabular-nums">{size}</span>
          <Segmented label={`${title} as`} options={views} value={view} onChange={setView} />
        </>
      }
    >
      {view === 'tree' ? (
        <JsonView value={shown} label={title} openDepth={5} />
      ) : (
        <RawJson title={title} value={value} />
      )}
    </Section>
  )
}

function RawJson({ title, value }: { title: string; value: unknown }) {
  const json = useMemo(() => JSON.stringify(value), [value])
  const whole = () => jsonToCopy(value)
  return <LongText label={title} read={(limit) => formatJson(json, limit)} whole={whole} wrap />
}

interface TextBodyProps {
  /** Accessible name: "Response body". */
  label: string
  text: string
  /** Levels up to which JSON is shown as a tree. */
  maxDepth: number
  /** Whether a JSON text is nested more deeply than that. */
  isTooDeep: (text: string) => boolean
}

/** A body that is shown as text: it is no JSON, or JSON that is nested too deeply for a tree. */
export function TextBody({ label, text, maxDepth, isTooDeep }: TextBodyProps) {
  if (text === '') return <p className="text-text-3">The body is empty.</p>
  const isDeepJson = /^\s*[[{]/.test(text) && isTooDeep(text)
  return (
    <>
      {isDeepJson && (
        <p className="text-text-2">
          This JSON is nested more than {maxDepth} levels deep, so it is shown as text.
        </p>
      )}
      <LongText
        label={label}
        read={(limit) => (isDeepJson ? formatJson(text, limit) : text.slice(0, limit))}
        whole={() => text}
        wrap
      />
    </>
  )
}
