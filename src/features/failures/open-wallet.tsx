import { Button } from '../../ui/controls/button.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'

/** Leads to the wallet and back here by `?return=`: what waits here is kept, and never sent by itself. */
export function OpenWallet({ label = 'Open Wallet' }: { label?: string }) {
  const [path, navigate] = useLocation()
  return <Button onClick={() => navigate(`/wallet?return=${path}`)}>{label}</Button>
}
