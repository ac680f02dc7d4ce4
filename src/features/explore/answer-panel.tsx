import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import type { ApiOperation } from '../../core/client/queries/openapi.ts'
import type { FinishedCall } from '../../core/explore/explore.ts'
import { abortCall } from '../../core/explore/rpc-calls.ts'
import { formatUsd } from '../../core/format/money.ts'
import { formatBytes, formatCost, formatDuration } from '../../core/format/units.ts'
import { balancesOf } from '../../core/inspector/cost/cost-parts.ts'
import { statusPhrase } from '../../core/inspector/exchange-text.ts'
import { explore } from '../../page/explore.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'
import { useClock, useWait } from '../../ui/hooks/clock.ts'
import { FailureNotice } from '../failures/failure-notice.tsx'
import { OpenWallet } from '../failures/open-wallet.tsx'
import { ChangeCap, CreditSteps, OpenConnection } from '../failures/way-on.tsx'
import { AnswerBody } from './answer-body.tsx'
import { DescribedResponse } from './described-response.tsx'

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
