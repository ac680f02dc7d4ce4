import { Button } from '../../ui/controls/button.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'

/**
 * Leads to the wallet and from there back here: what waits here is kept, and is never sent by itself.
 * The wallet reads `?return=`.
 */
export function OpenWallet({ label = 'Open Wallet' }: { label?: string }) {
  const [path, navigate] = useLocation()
  return <Button onClick={() => navigate(`/wallet?return=${path}`)}>{label}</Button>
}
