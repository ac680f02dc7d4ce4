import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useId, useMemo, useState } from 'react'

import type { HeaderGroup, HeaderSpec } from '../../../contract/headers/header-spec.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { headerReading, headersReport, type ReceivedHeader } from '../../core/inspector/headers.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { JsonView } from '../../ui/content/json-view.tsx'
import { Section } from '../../ui/content/section.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { useClock } from '../../ui/hooks/clock.ts'

type HeadersTabProps = Pick<
  Exchange,
  'headers' | 'providerName' | 'request' | 'status' | 'startedAt'
> & {
  /** When the headers came, ms since the request was sent. */
  headersAt: number | undefined
}

const TITLES: Record<HeaderGroup, string> = {
  'rate-limit': 'Limits',
  balance: 'Balance',
  payment: 'Payment',
  model: 'Model',
  'content-safety': 'Content safety',
  service: 'Service',
  encryption: 'Enclave',
  pagination: 'Pages',
  content: 'Content',
  client: 'Client',
}

/** Every header that came, explained, and those that did not come. */
export const HeadersTab = memo(function HeadersTab(props: HeadersTabProps) {
  const { headers, providerName, request, status, startedAt, headersAt } = props
  const report = useMemo(
    () =>
      headersReport({
        headers,
        providerName,
        request,
        ...(status === undefined ? {} : { status }),
      }),
    [headers, providerName, request, status],
  )
  if (status === undefined) return <p className="p-3 text-text-3">No headers have come back.</p>
  const sameOrigin = new URL(request.url).origin === location.origin
  const all = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <div className="flex flex-col gap-4 p-3">
      <Section
        title="Response headers"
        aside={<CopyButton text={all} label="Copy all response headers" />}
      >
        <table className="w-full">
          {report.groups.map(({ group, headers: some }) => (
            <tbody key={group}>
              <GroupRow title={TITLES[group]} />
              {some.map((header) => (
                <HeaderRow
                  key={header.name}
                  header={header}
                  arrivedMs={startedAt + (headersAt ?? 0)}
                />
              ))}
            </tbody>
          ))}
          {report.unexplained.length > 0 && (
            <tbody>
              <GroupRow title="Other headers" />
              {report.unexplained.map(({ name, value }) => (
                <tr key={name} className="align-top font-mono text-xs">
                  <th
                    scope="row"
                    className="py-1.5 pl-5 text-left font-normal whitespace-nowrap text-text-2"
                  >
                    {name}
                  </th>
                  <td className="w-full py-1.5 pl-2 wrap-anywhere">{value}</td>
                </tr>
              ))}
            </tbody>
          )}
        </table>
      </Section>
      {report.missing.length > 0 && (
        <Disclosure
          summary={
            <span>
              Not received or not exposed (CORS)
              <span className="text-text-3"> · {report.missing.length}</span>
            </span>
          }
        >
          <div className="flex flex-col gap-2 py-2 pl-6">
            <p className="text-text-2">
              {sameOrigin
                ? 'Same origin, so all headers are visible: these were not sent.'
                : 'Other origins expose only some headers (CORS), so these may have been sent.'}
            </p>
            <dl className="flex flex-col gap-2">
              {report.missing.map(({ name, spec }) => (
                <div key={name}>
                  <dt className="font-mono text-xs">{name}</dt>
                  <dd className="text-xs text-text-3">
                    {spec.meaning} Appears: {spec.appears}.
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </Disclosure>
      )}
    </div>
  )
})

function GroupRow({ title }: { title: string }) {
  return (
    <tr>
      <th colSpan={2} scope="rowgroup" className="pt-3 text-left text-xs font-medium text-text-3">
        {title}
      </th>
    </tr>
  )
}

interface HeaderRowProps {
  header: ReceivedHeader
  /** Unix ms. */
  arrivedMs: number
}

function HeaderRow({ header, arrivedMs }: HeaderRowProps) {
  const { name, value, spec } = header
  const times = { arrivedMs, nowMs: arrivedMs }
  const { words, unreadable, json, counts } = headerReading(spec, value, times)
  const [open, setOpen] = useState(false)
  const meaningId = useId()
  return (
    <>
      <tr>
        <th scope="row" className="text-left align-top font-normal whitespace-nowrap">
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
        <td className="w-full py-1.5 pl-2 wrap-anywhere">
          <span className="flex items-center gap-x-2 not-has-[button]:flex-wrap">
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
