import type { HeaderSpec } from '../../../contract/headers/header-spec.ts'
import { headerReading } from '../../core/inspector/header-reading.ts'
import type { ReceivedHeader } from '../../core/inspector/headers-report.ts'
import { JsonView } from '../../ui/content/json-view.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { useClock } from '../../ui/hooks/use-clock.ts'

interface HeaderRowProps {
  header: ReceivedHeader
  /** Unix ms. */
  arrivedMs: number
}

/** One header: its value as it came, what that says, and what to do with it. */
export function HeaderRow({ header, arrivedMs }: HeaderRowProps) {
  const { name, value, spec } = header
  const times = { arrivedMs, nowMs: arrivedMs }
  const { words, unreadable, json, counts } = headerReading(spec, value, times)
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="font-mono text-xs text-text-2">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">
        {json === undefined ? (
          <span className="font-mono">{value}</span>
        ) : (
          <div className="w-full">
            <JsonView value={json} label={name} openDepth={1} />
          </div>
        )}
        {words !== undefined && (
          <span className="text-accent tabular-nums">
            {counts === true ? <Countdown {...{ spec, value, arrivedMs }} /> : words}
          </span>
        )}
        {unreadable === true && <span className="text-warn">Not in the form it should have.</span>}
        {spec.name === 'CF-RAY' && <CopyButton text={value} label="Copy CF-RAY" />}
      </dd>
      <dd className="text-xs text-text-3">
        {spec.meaning} {spec.use}
      </dd>
    </div>
  )
}

function Countdown(props: { spec: HeaderSpec; value: string; arrivedMs: number }) {
  const nowMs = useClock()
  return headerReading(props.spec, props.value, { arrivedMs: props.arrivedMs, nowMs }).words
}
