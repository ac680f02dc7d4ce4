import { useMemo, useState } from 'react'

import type { JsonValue } from '../../contract/json.ts'
import { formatBytes } from '../ui/format/bytes.ts'
import { formatJson, jsonToCopy } from '../ui/format/json.ts'
import { JsonView } from '../ui/json-view.tsx'
import { LongText } from '../ui/long-text.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Section } from './section.tsx'
import { shortenData } from './shorten-data.ts'

interface BodyViewProps {
  /** "Request body". */
  title: string
  value: JsonValue
  /** On the wire, after decompression. */
  bytes: number
}

const views = [
  { value: 'tree', label: 'Tree' },
  { value: 'raw', label: 'Raw' },
] as const

/** A JSON body as a tree or as text, with its size. */
export function BodyView({ title, value, bytes }: BodyViewProps) {
  const [view, setView] = useState<'tree' | 'raw'>('tree')
  const short = useMemo(() => shortenData(value), [value])
  return (
    <Section
      title={title}
      aside={
        <>
          <span className="text-text-3 tabular-nums">{formatBytes(bytes)}</span>
          <Segmented label={`${title} as`} options={views} value={view} onChange={setView} />
        </>
      }
    >
      {view === 'tree' ? (
        <JsonView value={short} label={title} openDepth={5} />
      ) : (
        <RawJson title={title} value={value} />
      )}
    </Section>
  )
}

function RawJson({ title, value }: Pick<BodyViewProps, 'title' | 'value'>) {
  const json = useMemo(() => JSON.stringify(value), [value])
  const whole = () => jsonToCopy(value)
  return <LongText label={title} read={(limit) => formatJson(json, limit)} whole={whole} wrap />
}
