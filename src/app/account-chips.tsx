import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { accountStore } from '../api/account-store.ts'
import type { RateLimitWindow } from '../contract/headers/rate-limit.ts'
import { formatMicroUsd } from '../ui/format/money.ts'

/** What the last answer said about money and limits; nothing before the first. */
export function AccountChips() {
  const balance = useStore(accountStore, (account) => account.balanceMicroUsd)
  const requests = useStore(accountStore, (account) => account.rateLimit.requests)
  return (
    <>
      {balance !== undefined && <BalanceChip microUsd={balance} />}
      {requests !== undefined && <LimitChip window={requests} />}
    </>
  )
}

const CENT = 10_000

function BalanceChip({ microUsd }: { microUsd: number }) {
  const exact = formatMicroUsd(microUsd)
  return (
    <span
      title={`Balance after the last answer: ${exact}`}
      className="truncate font-mono text-xs text-text-2"
    >
      <span className="sr-only">Balance </span>
      <span className="max-md:hidden">{exact}</span>
      <span className="md:hidden">{formatMicroUsd(Math.floor(microUsd / CENT) * CENT)}</span>
    </span>
  )
}

/** Requests left of the limit until its window starts anew; then the figure says nothing any more. */
function LimitChip({ window }: { window: RateLimitWindow }) {
  const { limit, remaining, resetAtMs } = window
  const isOver = useIsPast(resetAtMs)
  if (limit === undefined || remaining === undefined || limit === 0 || isOver) return null
  const share = Math.min(1, remaining / limit)
  return (
    <span
      title={`${remaining} of ${limit} requests left in this window`}
      className={`hidden items-center gap-1 font-mono text-xs md:flex ${share < 0.1 ? 'text-warn' : 'text-text-2'}`}
    >
      <span className="sr-only">Requests left </span>
      <svg viewBox="0 0 16 16" className="size-3.5 -rotate-90" aria-hidden fill="none">
        <circle cx="8" cy="8" r="6" stroke="var(--line-strong)" strokeWidth="2" opacity="0.4" />
        <circle
          cx="8"
          cy="8"
          r="6"
          stroke="currentColor"
          strokeWidth="2"
          pathLength={1}
          strokeDasharray={`${share} 1`}
        />
      </svg>
      {remaining}/{limit}
    </span>
  )
}

/** Whether a moment (Unix ms) has passed, noticed when it does. */
function useIsPast(atMs: number | undefined): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (atMs === undefined) return undefined
    const timer = setTimeout(() => setPassed(atMs), Math.max(0, atMs - Date.now()))
    return () => clearTimeout(timer)
  }, [atMs])
  return atMs !== undefined && passed === atMs
}
