import Gauge from 'lucide-react/icons/gauge'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { RateLimitWindow } from '../../../contract/headers/rate-limit.ts'
import { storeBalances } from '../../core/client/account/last-balance.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { useBalance } from '../../page/balance.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { limitsStore } from '../../page/inspector-store.ts'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { preloadOnIntent } from '../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePopover } from '../../ui/overlays/use-popover.ts'
import { limitsPanel } from '../lazy.ts'

/** What the last answer said about money and limits; a press opens all of it, with the spend caps. */
export function AccountChips() {
  useEffect(() => storeBalances(client), [])
  const balance = useBalance()?.microUsd
  const reserved = useStore(client.accounts.current, (account) => account.reservedMicroUsd)
  const requests = useStore(client.accounts.current, (account) => account.rateLimit.requests)
  const model = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const wanted = useStore(limitsStore, (state) => state.wanted)
  const [shown, setShown] = useState(false)
  const { buttonProps, popoverProps } = usePopover(() => setShown(true), 'end')
  const { ref } = buttonProps
  useEffect(() => {
    if (!wanted) return
    limitsStore.setState({ wanted: false })
    ref.current?.click()
  }, [wanted, ref])
  return (
    <>
      <button
        {...buttonProps}
        {...preloadOnIntent(limitsPanel)}
        type="button"
        aria-label={nameOf(balance, reserved, requests)}
        aria-haspopup="dialog"
        title={reserved > 0 ? `${formatMicroUsd(reserved)} reserved` : 'Balance and limits'}
        className="flex min-w-0 items-center gap-2 rounded-md px-1.5 target hover:bg-surface-2"
      >
        {balance === undefined && requests === undefined && (
          <Gauge size={15} aria-hidden className="text-text-2" />
        )}
        {balance !== undefined && <BalanceChip microUsd={balance} />}
        {requests !== undefined && <LimitChip window={requests} />}
      </button>
      <div
        {...popoverProps}
        role="dialog"
        aria-label="Balance and limits"
        onToggle={(event) => {
          popoverProps.onToggle(event)
          if (event.newState === 'closed') setShown(false)
        }}
        className="float w-80 overflow-y-auto rounded-md border border-(--field-line) bg-raised p-4 shadow-float"
      >
        {shown && (
          <ChunkBoundary fallback={<Skeleton lines={8} />}>
            <limitsPanel.Part model={model} />
          </ChunkBoundary>
        )}
      </div>
    </>
  )
}

const CENT = 10_000

/** The figures are part of the name: they are all there is to hear of the button. */
function nameOf(
  balance: number | undefined,
  reserved: number,
  requests: RateLimitWindow | undefined,
): string {
  const figures = [
    ...(balance === undefined ? [] : [`balance ${formatMicroUsd(balance)}`]),
    ...(reserved === 0 ? [] : [`${formatMicroUsd(reserved)} reserved`]),
    ...(requests?.remaining === undefined ? [] : [`${requests.remaining} requests left`]),
  ]
  return ['Balance and limits', ...figures].join(', ')
}

function BalanceChip({ microUsd }: { microUsd: number }) {
  return (
    <span className="truncate font-mono text-xs text-text-2">
      <span className="max-md:hidden">{formatMicroUsd(microUsd)}</span>
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
      className={`hidden items-center gap-1 font-mono text-xs md:flex ${share < 0.1 ? 'text-warn' : 'text-text-2'}`}
    >
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
