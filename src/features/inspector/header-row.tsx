import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useState } from 'react'

import type { HeaderSpec } from '../../../contract/headers/header-spec.ts'
import { headerReading, type ReceivedHeader } from '../../core/inspector/headers.ts'
import { JsonView } from '../../ui/content/json-view.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { useClock } from '../../ui/hooks/use-clock.ts'

interface HeaderRowProps {
  header: ReceivedHeader
  /** Unix ms. */
  arrivedMs: number
}

/** One header: its value as it came and what that says; its name opens what it means. */
export function HeaderRow({ header, arrivedMs }: HeaderRowProps) {
  const { name, value, spec } = header
  const times = { arrivedMs, nowMs: arrivedMs }
  const { words, unreadable, json, counts } = headerReading(spec, value, times)
  const [open, setOpen] = useState(false)
  const meaningId = useId()
  return (
    <>
      <tr>
        <th scope="row" className="text-left font-normal">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={meaningId}
            onClick={() => setOpen(!open)}
            className="flex w-full items-center gap-1 rounded-md text-left font-mono text-xs text-text-2 target hover:bg-surface-2 hover:text-text-1"
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={open ? 'shrink-0 rotate-90' : 'shrink-0 text-text-3'}
            />
            {name}
          </button>
        </th>
        <td className="py-1.5 pl-2">
          <span className="flex flex-wrap items-center gap-x-2">
            {json === undefined ? (
              <span className="font-mono text-xs">{value}</span>
            ) : (
              <span className="w-full">
                <JsonView value={json} label={name} openDepth={1} />
              </span>
            )}
            {words !== undefined && (
              <span className="text-xs text-text-2 tabular-nums">
                {counts === true ? <Countdown {...{ spec, value, arrivedMs }} /> : words}
              </span>
            )}
            {unreadable === true && (
              <span className="text-xs text-warn">Not in the form it should have.</span>
            )}
            {spec.name === 'CF-RAY' && (
              <CopyButton text={value} label="Copy CF-RAY" className="-my-1.5" />
            )}
          </span>
        </td>
      </tr>
      <tr id={meaningId} hidden={!open}>
        <td colSpan={2} className="pb-2 pl-5 text-xs text-text-2">
          {spec.meaning} {spec.use}
        </td>
      </tr>
    </>
  )
}

function Countdown(props: { spec: HeaderSpec; value: string; arrivedMs: number }) {
  const nowMs = useClock()
  return headerReading(props.spec, props.value, { arrivedMs: props.arrivedMs, nowMs }).words
}
