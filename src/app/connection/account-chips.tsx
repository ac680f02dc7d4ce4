import Gauge from 'lucide-react/icons/gauge'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { RateLimitWindow } from '../../../contract/headers/response-facts.ts'
import { storeBalances } from '../../core/client/account/last-balance.ts'
import { formatBalance, formatMicroUsd } from '../../core/format/money.ts'
import { chat } from '../../page/chat.ts'
import { client, useBalance } from '../../page/client.ts'
import { limitsStore } from '../../page/inspector-store.ts'
import { part, preloadOnIntent } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { usePopover } from '../../ui/overlays/popover.ts'

const LimitsPanel = part(
  () => import('../../features/inspector/limits/limits-panel.tsx'),
  'LimitsPanel',
  { fallback: <Skeleton lines={8} /> },
)

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
  const name = nameOf(balance, reserved, requests)
  useEffect(() => {
    if (!wanted) return
    limitsStore.setState({ wanted: false })
    ref.current?.click()
  }, [wanted, ref])
  return (
    <>
      <button
        {...buttonProps}
        {...preloadOnIntent(LimitsPanel)}
        type="button"
        aria-label={name}
        aria-haspopup="dialog"
        title={name}
        className="flex items-center justify-end gap-1.5 rounded-md px-1.5 target hover:bg-surface-2"
      >
        {requests !== undefined && <LimitRing window={requests} />}
        {balance === undefined ? (
          <Gauge size={15} aria-hidden className="text-text-2" />
        ) : (
          <span className="text-money">{formatBalance(balance)}</span>
        )}
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
        {shown && <LimitsPanel model={model} />}
      </div>
    </>
  )
}

/** The figures with all their digits are part of the name: the button has room for few. */
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

/** What is left is shown when it is little, as a share of the limit. */
const LITTLE = 0.2

/** A ring for the requests left, while they are few and until their window starts anew. */
function LimitRing({ window }: { window: RateLimitWindow }) {
  const { limit, remaining, resetAtMs } = window
  const isOver = useIsPast(resetAtMs)
  if (limit === undefined || remaining === undefined || limit === 0 || isOver) return null
  const share = remaining / limit
  if (share >= LITTLE) return null
  return (
    <svg
      viewBox="0 0 16 16"
      className="size-3.5 -rotate-90 text-warn max-md:hidden"
      aria-hidden
      fill="none"
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="2" opacity="0.35" />
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
  )
}

function useIsPast(atMs: number | undefined): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (atMs === undefined) return undefined
    const timer = setTimeout(() => setPassed(atMs), Math.max(0, atMs - Date.now()))
    return () => clearTimeout(timer)
  }, [atMs])
  return atMs !== undefined && passed === atMs
}
