import { useStore } from 'zustand'

import { holdsBackTopUp } from '../../core/client/account/diem.ts'
import { client } from '../../page/client.ts'
import { openLimits } from '../../page/inspector-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'

/** The way to credit, for a request that was refused for want of it. */
export function CreditSteps() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const hasDiem = useStore(client.accounts.current, ({ microDiem = 0 }) =>
    holdsBackTopUp(microDiem),
  )
  // A top-up would not help: the notice says why.
  if (hasDiem && connection?.credential?.kind === 'wallet') return <OpenWallet />
  return connection?.credential?.kind === 'wallet' ? (
    <OpenWallet label="Top up" />
  ) : (
    <>
      <OpenConnection />
      <OpenWallet label="Pay with a wallet" />
    </>
  )
}

/** Opens the connection dialog over the page that is shown. */
export function OpenConnection() {
  const [path, navigate] = useLocation()
  return <Button onClick={() => navigate(`${path}?connect=1`)}>Open Connection</Button>
}

/** Opens the settings of the spend caps. */
export function ChangeCap() {
  return <Button onClick={openLimits}>Change spend limit</Button>
}

/** Leads to the wallet and back here by `?return=`: what waits here is kept, and never sent by itself. */
export function OpenWallet({ label = 'Open Wallet' }: { label?: string }) {
  const [path, navigate] = useLocation()
  return <Button onClick={() => navigate(`/wallet?return=${path}`)}>{label}</Button>
}
