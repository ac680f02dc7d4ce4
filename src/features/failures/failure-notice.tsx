import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import type { Advice } from '../../../contract/errors/advice.ts'
import { ERROR_CODES } from '../../../contract/errors/codes.ts'
import { fallbackMessage } from '../../../contract/errors/error-text.ts'
import { adviceForFailure, isServiceError, type Failure } from '../../../contract/errors/failure.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import { pathText } from '../../../contract/validation.ts'
import { networkOf } from '../../../contract/wallet/networks.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { client } from '../../page/client.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { FailureList } from './failure-list.tsx'
import { LimitFacts } from './limit-facts.tsx'
import { ReachReport } from './reach-report.tsx'
import { SupportButton } from './support-button.tsx'

interface FailureNoticeProps {
  failure: Failure
  /** The exchange it happened in, while this page still has it. */
  exchangeId?: string | undefined
  /** The words of an area that has its own for some failures. */
  advise?: (failure: Failure) => Advice
  /** What to press, the best next step first. */
  actions?: ReactNode
  /** More to say, between what happened and what to press. */
  children?: ReactNode
}

/**
 * Any failure as a state of the screen: what happened, what it means, the facts that explain it, and
 * what to press. The same in every area.
 */
export function FailureNotice({
  failure,
  exchangeId,
  advise = adviceForFailure,
  actions,
  children,
}: FailureNoticeProps) {
  const { title, meaning, nextStep } = advise(failure)
  const exchange = useStore(client.exchanges.store, ({ byId }) =>
    exchangeId === undefined ? undefined : byId[exchangeId],
  )
  const isTested =
    failure.kind === 'unreachable' && exchange !== undefined && isOfThisPage(exchange)
  const status = isServiceError(failure) && failure.status !== 200 ? `${failure.status} ` : ''
  return (
    <ErrorNotice
      title={status + title}
      tone={TONES.has(failure.kind) ? 'warn' : 'bad'}
      actions={actions}
    >
      <div className="flex flex-col gap-1.5">
        {/* What was found out says more than what it may be. */}
        {!isTested && <p>{meaning}</p>}
        <ServiceWords failure={failure} />
        <LimitFacts failure={failure} />
        <WalletFacts failure={failure} />
        <CapFacts failure={failure} />
        {(failure.kind === 'abuse_blocked' || failure.kind === 'paused') &&
          exchange !== undefined && (
            <FailureList
              key={exchange.id}
              at={exchange.startedAt}
              isBlocked={failure.kind === 'abuse_blocked'}
            />
          )}
        {isTested && <ReachReport key={exchange.id} exchange={exchange} />}
        {children}
        {!isTested && <p>{nextStep}</p>}
        <div className="-ml-1.5 flex flex-wrap items-center gap-x-1 text-xs">
          {'requestId' in failure && failure.requestId !== undefined && (
            <span className="ml-1.5 flex flex-wrap items-center gap-x-1">
              Request id for support:
              <span className="flex items-center gap-x-1">
                <code className="font-mono">{failure.requestId}</code>
                <CopyButton text={failure.requestId} label="Copy request id" />
              </span>
            </span>
          )}
          {exchange !== undefined && (
            <button
              type="button"
              className="rounded-sm px-1.5 text-text-2 underline target hover:text-text-1"
              onClick={() => openInspector(exchange.id)}
            >
              Show in Inspector
            </button>
          )}
          <SupportButton failure={failure} exchange={exchange} />
        </div>
      </div>
    </ErrorNotice>
  )
}

/** What an exchange of an earlier visit met is not there to be tested any more. */
function isOfThisPage({ startedAt, fromFile }: Exchange): boolean {
  return fromFile === undefined && startedAt >= performance.timeOrigin
}

/** What is no one's error: something was kept, or nothing was sent. */
const TONES: ReadonlySet<Failure['kind']> = new Set([
  'cut',
  'stalled',
  'offline',
  'paused',
  'over_spend_cap',
])

/** What the service itself said; the faults of a 400 by field. */
function ServiceWords({ failure }: { failure: Failure }) {
  if (!isServiceError(failure)) return null
  if (failure.kind === 'invalid_request' && failure.issues.length > 0)
    return (
      <ul className="list-disc pl-4">
        {failure.issues.map((issue) => {
          const path = pathText(issue.path)
          return (
            <li key={path + issue.message}>
              {path !== '' && !issue.message.startsWith(path) && (
                <>
                  <code className="font-mono">{path}</code>:{' '}
                </>
              )}
              {issue.message}
            </li>
          )
        })}
      </ul>
    )
  const known = failure.code === undefined ? undefined : codeMeaning(failure.code)
  const isSilent = failure.message === fallbackMessage(failure.status)
  if (isSilent && failure.kind === 'top_up_requirements') return null
  return (
    <p className="break-words">
      {isSilent ? failure.message : `“${failure.message}”`}
      {failure.code !== undefined && (
        <>
          {' '}
          <code className="font-mono text-xs">{failure.code}</code>
          {known !== undefined && `: ${known}`}
        </>
      )}
    </p>
  )
}

/** Codes that say no more than the kind of failure, which the words above have said. */
const TOLD_BY_KIND: ReadonlySet<string> = new Set([
  'INVALID_REQUEST',
  'AUTHENTICATION_FAILED',
  'PRO_ONLY_MODEL',
  'INSUFFICIENT_BALANCE',
  'PAYMENT_REQUIRED',
  'UNAUTHORIZED',
  'MODEL_NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'INVALID_CONTENT_TYPE',
  'CONTENT_POLICY_VIOLATION',
  'RATE_LIMIT_EXCEEDED',
  'INFERENCE_FAILED',
  'UNKNOWN_ERROR',
  'MODEL_AT_CAPACITY',
  'REQUEST_TIMEOUT',
])

function codeMeaning(code: string): string | undefined {
  if (TOLD_BY_KIND.has(code)) return undefined
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code]?.meaning : undefined
}

/** What a 402 says about money: the credit of the wallet, or how the request can be paid. */
function WalletFacts({ failure }: { failure: Failure }) {
  if (failure.kind === 'payment_required') {
    const { currentBalanceUsd, minimumBalanceUsd, minimumTopUpUsd } = failure.details
    const facts = [
      ['Credit', currentBalanceUsd],
      ['needed', minimumBalanceUsd],
      ['smallest top-up', minimumTopUpUsd],
    ] as const
    const words = facts.flatMap(([name, usd]) => {
      const micro = microUsdFrom(usd)
      return micro === undefined ? [] : [`${name} ${formatMicroUsd(micro)}`]
    })
    return words.length === 0 ? null : <p>{words.join(', ')}.</p>
  }
  if (failure.kind !== 'payment_discovery') return null
  const names = failure.details.accepts.map(({ network }) => networkOf(network)?.name ?? network)
  return names.length === 0 ? null : (
    <p>Two ways: an API key, or a wallet with USDC on {[...new Set(names)].join(' or ')}.</p>
  )
}

/** The figures of a spend cap that a request would have broken. */
function CapFacts({ failure }: { failure: Failure }) {
  if (failure.kind !== 'over_spend_cap') return null
  const { cap, limit, counted, ceiling } = failure
  return (
    <p>
      {ceiling !== undefined && `It may cost up to ${formatMicroUsd(ceiling)}. `}
      {cap === 'request'
        ? `The cap is ${formatMicroUsd(limit)}.`
        : `The cap is ${formatMicroUsd(limit)} per ${cap}, of which ${formatMicroUsd(counted)} is spent or held.`}
    </p>
  )
}
