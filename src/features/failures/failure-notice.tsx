import { type ReactNode } from 'react'
import { useStore } from 'zustand'

import type { Advice } from '../../../contract/errors/advice.ts'
import { fallbackMessage } from '../../../contract/errors/error-body.ts'
import { adviceForFailure, type Failure, isServiceError } from '../../../contract/errors/failure.ts'
import { ERROR_CODES, type ServiceError } from '../../../contract/errors/service-error.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import { pathText } from '../../../contract/validation.ts'
import { networkOf } from '../../../contract/wallet/networks.ts'
import {
  DIEM_NEXT_STEP,
  diemFirstText,
  holdsBackTopUp,
  lacksBalance,
} from '../../core/client/account/diem.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { curlTest, testReach } from '../../core/failures/test-reach.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { client } from '../../page/client.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { CodeBlock } from '../../ui/content/code.tsx'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { ErrorNotice } from '../../ui/feedback/states.tsx'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { FailureList, SupportButton } from './failure-list.tsx'
import { LimitFacts } from './limit-facts.tsx'

interface FailureNoticeProps {
  failure: Failure
  /** The exchange it happened in, while this page still has it. */
  exchangeId?: string | undefined
  /** The words of an area that has its own for some failures. */
  advise?: (failure: Failure) => Advice
  actions?: ReactNode
  children?: ReactNode
}

/** Any failure, the same in every area: what happened, why, what to press. The rest is folded. */
export function FailureNotice({
  failure,
  exchangeId,
  advise = adviceForFailure,
  actions,
  children,
}: FailureNoticeProps) {
  const { title, meaning, nextStep } = advise(failure)
  const microDiem = useStore(client.accounts.current, (account) => account.microDiem ?? 0)
  const isDiemFirst = holdsBackTopUp(microDiem) && lacksBalance(failure)
  const exchange = useStore(client.exchanges.store, ({ byId }) =>
    exchangeId === undefined ? undefined : byId[exchangeId],
  )
  const isTested =
    failure.kind === 'unreachable' && exchange !== undefined && isOfThisPage(exchange)
  const isQuoted = hasServiceWords(failure)
  const status = isServiceError(failure) && failure.status !== 200 ? `${failure.status} ` : ''
  return (
    <ErrorNotice
      title={status + title}
      tone={toneOf(failure)}
      actions={actions}
      details={
        <Disclosure summary="Details" className="-ml-1">
          <div className="flex flex-col gap-1.5 py-1 pl-5">
            {isQuoted && <p>{meaning}</p>}
            {!isTested && <p>{isDiemFirst ? DIEM_NEXT_STEP : nextStep}</p>}
            {(failure.kind === 'abuse_blocked' || failure.kind === 'paused') &&
              exchange !== undefined && (
                <FailureList
                  key={exchange.id}
                  at={exchange.startedAt}
                  isBlocked={failure.kind === 'abuse_blocked'}
                  body={exchange.request.body}
                />
              )}
            {'requestId' in failure && failure.requestId !== undefined && (
              <p className="flex flex-wrap items-center gap-x-1 text-xs">
                Request ID
                <span className="flex items-center gap-x-1">
                  <code className="font-mono">{failure.requestId}</code>
                  <CopyButton text={failure.requestId} label="Copy request ID" />
                </span>
              </p>
            )}
            <p className="-ml-1.5 flex flex-wrap items-center gap-x-1 text-xs">
              {exchange !== undefined && (
                <button
                  type="button"
                  className="rounded-sm px-1.5 text-text-2 underline target hover:text-text-1"
                  onClick={() => openInspector(exchange.id)}
                >
                  Inspect
                </button>
              )}
              <SupportButton failure={failure} exchange={exchange} />
            </p>
          </div>
        </Disclosure>
      }
    >
      <div className="flex flex-col gap-1.5">
        {isTested ? (
          <ReachReport key={exchange.id} exchange={exchange} />
        ) : isQuoted ? (
          <ServiceWords failure={failure} />
        ) : (
          <p>{meaning}</p>
        )}
        <LimitFacts failure={failure} />
        <WalletFacts failure={failure} />
        {isDiemFirst && <p>{diemFirstText(microDiem)}</p>}
        <SpendLimitFacts failure={failure} />
        {children}
      </div>
    </ErrorNotice>
  )
}

/** What an exchange of an earlier visit met is not there to be tested any more. */
function isOfThisPage({ startedAt, fromFile }: Exchange): boolean {
  return fromFile === undefined && startedAt >= performance.timeOrigin
}

/** Amber for what is no one's error: something was kept, or nothing was sent. */
export const toneOf = ({ kind }: Failure) => (WARNINGS.has(kind) ? 'warn' : 'bad')

const WARNINGS: ReadonlySet<Failure['kind']> = new Set([
  'cut',
  'stalled',
  'offline',
  'paused',
  'over_spend_cap',
  'not_signed',
])

/** Whether the API sent words of its own: they say more than ours. */
function hasServiceWords(failure: Failure): failure is ServiceError {
  if (!isServiceError(failure)) return false
  const hasIssues = failure.kind === 'invalid_request' && failure.issues.length > 0
  return hasIssues || failure.message !== fallbackMessage(failure.status)
}

function ServiceWords({ failure }: { failure: ServiceError }) {
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
  return (
    <p className="break-words">
      “{failure.message}”
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

/** Codes that say no more than the kind of failure, which the title names. */
const CODES_OF_KINDS: ReadonlySet<string> = new Set([
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
  if (CODES_OF_KINDS.has(code)) return undefined
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code]?.meaning : undefined
}

function WalletFacts({ failure }: { failure: Failure }) {
  if (failure.kind === 'payment_required') {
    const { currentBalanceUsd, minimumBalanceUsd, minimumTopUpUsd } = failure.details
    const facts = [
      ['Balance', currentBalanceUsd],
      ['needed', minimumBalanceUsd],
      ['minimum top-up', minimumTopUpUsd],
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
    <p>Use an API key, or a wallet with USDC on {[...new Set(names)].join(' or ')}.</p>
  )
}

function SpendLimitFacts({ failure }: { failure: Failure }) {
  if (failure.kind !== 'over_spend_cap') return null
  const { cap, limit, counted, ceiling } = failure
  const spent = cap === 'request' ? '' : `, ${formatMicroUsd(counted)} spent or reserved`
  return (
    <p>
      {ceiling !== undefined && `Max cost: ${formatMicroUsd(ceiling)}. `}
      {`Limit per ${cap}: ${formatMicroUsd(limit)}${spent}.`}
    </p>
  )
}

function ReachReport({ exchange }: { exchange: Exchange }) {
  const diagnosis = useLoaded(() => testReach(exchange), [exchange])
  if (diagnosis === undefined) return <p>Diagnosing …</p>
  return (
    <>
      <p className="font-medium text-text-1">{diagnosis.words}</p>
      {diagnosis.fix !== undefined && <p>{diagnosis.fix}</p>}
      <Disclosure summary="What was tested" className="-ml-1">
        <dl aria-label="What was tested" className="flex flex-col gap-1 py-1 pl-5 text-xs">
          {diagnosis.tested.map(({ what, result }) => (
            <div key={what} className="flex flex-wrap gap-x-1.5">
              <dt>{what}:</dt>
              <dd className="font-medium">{result}</dd>
            </div>
          ))}
        </dl>
        <p className="pl-5 text-xs">Run it in a terminal, with your key in the environment:</p>
        <div className="py-1 pl-5">
          <CodeBlock text={curlTest(exchange, location.origin)} label="curl command" wrap />
        </div>
      </Disclosure>
    </>
  )
}
