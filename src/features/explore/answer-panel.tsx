import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import type { ApiOperation, ApiResponse } from '../../core/client/queries/openapi.ts'
import type { FinishedCall } from '../../core/explore/explore.ts'
import { abortCall } from '../../core/explore/rpc-calls.ts'
import { exampleOfSchema, schemaRows } from '../../core/explore/schema/value-of-schema.ts'
import { formatUsd } from '../../core/format/money.ts'
import { formatBytes, formatCost, formatDuration } from '../../core/format/units.ts'
import { balancesOf } from '../../core/inspector/cost/cost-parts.ts'
import { statusPhrase } from '../../core/inspector/exchange-text.ts'
import { explore } from '../../page/explore.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { JsonView } from '../../ui/content/json-view.tsx'
import { Section } from '../../ui/content/section.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState, Spinner } from '../../ui/feedback/states.tsx'
import { useClock, useWait } from '../../ui/hooks/clock.ts'
import { FailureNotice } from '../failures/failure-notice.tsx'
import { ChangeCap, CreditSteps, OpenConnection, OpenWallet } from '../failures/way-on.tsx'
import { AnswerBody } from './answer-body.tsx'

interface AnswerPanelProps {
  /** What the form calls; undefined where the API doesn't describe it. */
  operation: ApiOperation | undefined
  onRepeat: (overCaps: boolean) => void
}

/** The answer of the last call: how it ended, what it cost, and what came back. */
export function AnswerPanel({ operation, onRepeat }: AnswerPanelProps) {
  const { running, finished } = useStore(explore.calls)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // Below the form the answer may be out of sight; beside it this moves nothing.
    if (running !== undefined) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [running])
  return (
    <section ref={panel} aria-label="Response" className="flex min-h-24 flex-col gap-3 text-sm">
      {running !== undefined && <Running since={running.startedAt} />}
      {running === undefined && finished !== undefined && (
        <Finished key={finished.result.exchange.id} finished={finished} onRepeat={onRepeat} />
      )}
      {running === undefined && finished === undefined && (
        <DescribedResponse key={operation?.key ?? ''} operation={operation} />
      )}
    </section>
  )
}

function Running({ since }: { since: number }) {
  const seconds = Math.max(0, Math.floor((useClock() - since) / 1000))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <output className="flex grow items-center gap-2 text-text-2">
        <Spinner />
        Waiting for the response
      </output>
      {seconds >= 3 && (
        <span className="text-text-3 tabular-nums">{formatDuration(seconds * 1000)}</span>
      )}
      <Button onClick={() => abortCall(explore)}>Stop</Button>
    </div>
  )
}

interface FinishedProps {
  finished: FinishedCall
  onRepeat: (overCaps: boolean) => void
}

function Finished({ finished, onRepeat }: FinishedProps) {
  const { call, result } = finished
  const { exchange } = result
  const { id: exchangeId, status } = exchange
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="sr-only">Response</h2>
        {status !== undefined && (
          <span role="status" aria-label="Status" className="grow @6xl:grow-0">
            <Badge tone={status < 400 ? 'good' : 'bad'}>{statusPhrase(status)}</Badge>
          </span>
        )}
        <span className="order-last basis-full font-mono text-xs text-text-2 @6xl:order-none @6xl:min-w-0 @6xl:grow @6xl:basis-0">
          {call.method} {call.path}
        </span>
        <Button onClick={() => openInspector(exchangeId, 'response')}>Inspect</Button>
        <Button variant="ghost" onClick={() => openInspector(exchangeId, 'code')}>
          Code
        </Button>
      </div>
      {exchange.unsent !== true && (
        <dl aria-label="Response details" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {figuresOf(exchange).map(([term, value]) => (
            <div key={term} className="flex gap-1">
              <dt className="text-text-3">{term}</dt>
              <dd className={cx('tabular-nums', HUES[term])}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {result.ok ? (
        <AnswerBody body={result.value} headers={exchange.headers} />
      ) : result.failure.kind === 'aborted' ? (
        <p role="status" className="text-text-2">
          You stopped the request. It may still have been billed.
        </p>
      ) : (
        <AnswerFailure failure={result.failure} exchangeId={exchangeId} onRepeat={onRepeat} />
      )}
      {!result.ok && exchange.body !== undefined && (
        <AnswerBody body={exchange.body} headers={exchange.headers} />
      )}
    </>
  )
}

const HUES: Readonly<Record<string, string>> = {
  Time: 'text-time',
  Cost: 'text-money',
  'Balance before': 'text-money',
  'Balance after': 'text-money',
}

function figuresOf(exchange: Exchange): (readonly [term: string, value: string])[] {
  const { timing, body } = exchange
  const { beforeUsd, afterUsd } = balancesOf(exchange)
  const cost = formatCost(exchange.receipt)
  const type = exchange.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return [
    ...(timing.end === undefined ? [] : [['Time', formatDuration(timing.end)] as const]),
    ...(body === undefined ? [] : [['Size', formatBytes(body.bytes)] as const]),
    ...(type === undefined ? [] : [['Type', type.slice(0, 80)] as const]),
    ...(cost === undefined ? [] : [['Cost', cost] as const]),
    ...(beforeUsd === undefined ? [] : [['Balance before', formatUsd(beforeUsd)] as const]),
    ...(afterUsd === undefined ? [] : [['Balance after', formatUsd(afterUsd)] as const]),
  ]
}

interface AnswerFailureProps {
  failure: Failure
  exchangeId: string
  /** Makes the same call again, by a press; `overCaps` though a spend cap holds it back. */
  onRepeat: (overCaps: boolean) => void
}

function AnswerFailure({ failure, exchangeId, onRepeat }: AnswerFailureProps) {
  return (
    <FailureNotice
      failure={failure}
      exchangeId={exchangeId}
      actions={<NextSteps failure={failure} onRepeat={onRepeat} />}
    />
  )
}

/** Failures that a change in Connection can mend. */
const OF_CONNECTION: ReadonlySet<Failure['kind']> = new Set([
  'authentication_failed',
  'payment_discovery',
  'forbidden',
  'pro_only',
  'blocked_by_policy',
  'unreachable',
  'unexpected_answer',
  'declined',
  'key_unavailable',
  'sign_in_rejected',
  'key_limit_reached',
])

/** Failures for want of credit: with it, the same call can be made again. */
const OF_CREDIT: ReadonlySet<Failure['kind']> = new Set([
  'payment_required',
  'insufficient_balance',
])

/** Failures after which money is looked at in Wallet, never sent again from here. */
const OF_WALLET: ReadonlySet<Failure['kind']> = new Set([
  'top_up_requirements',
  'top_up_rejected',
  'settlement_unknown',
  'conflict',
])

function NextSteps({ failure, onRepeat }: Pick<AnswerFailureProps, 'failure' | 'onRepeat'>) {
  const waitMs = useWait('retryAtMs' in failure ? failure.retryAtMs : undefined)
  if (OF_WALLET.has(failure.kind)) return <OpenWallet />
  if (failure.kind === 'gone') return null
  if (failure.kind === 'over_spend_cap')
    return (
      <>
        <ChangeCap />
        <Button onClick={() => onRepeat(true)}>Send anyway</Button>
        <Button onClick={() => onRepeat(false)}>Retry</Button>
      </>
    )
  return (
    <>
      {OF_CREDIT.has(failure.kind) && <CreditSteps />}
      {OF_CONNECTION.has(failure.kind) && <OpenConnection />}
      <Button disabled={waitMs > 0} onClick={() => onRepeat(false)}>
        {waitMs > 0 ? `Retry in ${formatDuration(Math.ceil(waitMs / 1000) * 1000)}` : 'Retry'}
      </Button>
    </>
  )
}

/** What an operation responds with, as its API describes it: shown until there is a response. */
function DescribedResponse({ operation }: { operation: ApiOperation | undefined }) {
  const [success, ...others] = operation?.responses ?? []
  if (success === undefined)
    return (
      <EmptyState title="No requests yet">
        Responses appear here: JSON, tables, text, images, audio, video or files.
      </EmptyState>
    )
  return (
    <>
      <Success response={success} />
      {others.length > 0 && (
        <Section title="Other responses">
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1.5">
            {others.map(({ status, description }) => (
              <div key={status} className="contents">
                <dt>
                  <Badge>{status}</Badge>
                </dt>
                <dd className="text-text-2">{description}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
    </>
  )
}

function Success({ response }: { response: ApiResponse }) {
  const { status, content } = response
  const [type, setType] = useState(content[0]?.type ?? '')
  const shown = content.find((one) => one.type === type)
  const rows = useMemo(() => schemaRows(shown?.schema ?? {}), [shown])
  const example = useMemo(() => shown && (shown.example ?? exampleOfSchema(shown.schema)), [shown])
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">Expected response</h2>
        <Badge>{status}</Badge>
        {content.length > 1 ? (
          <Segmented
            label="Media type"
            options={content.map((one) => ({ value: one.type, label: one.type }))}
            value={type}
            onChange={setType}
          />
        ) : (
          <span className="font-mono text-xs text-text-3">{type}</span>
        )}
      </div>
      {shown?.schema.file === true && <p className="text-text-2">The bytes of a file.</p>}
      {rows.length > 0 && (
        <>
          <Section title="Example">
            <JsonView value={example} label="Example response" openDepth={3} />
          </Section>
          <Section title="Fields">
            <dl aria-label="Response fields" className="flex flex-col gap-1.5">
              {rows.map(({ path, name, depth, type: ofType, required, description }) => (
                <div key={path} style={{ paddingInlineStart: `${depth}rem` }}>
                  <dt className="flex flex-wrap items-baseline gap-x-2">
                    <span className="font-mono">{name}</span>
                    <span className="text-xs text-text-3">
                      {ofType}
                      {required && ', always'}
                    </span>
                  </dt>
                  {description !== '' && <dd className="text-xs text-text-2">{description}</dd>}
                </div>
              ))}
            </dl>
          </Section>
        </>
      )}
    </>
  )
}
