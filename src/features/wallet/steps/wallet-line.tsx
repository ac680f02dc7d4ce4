import { disconnectWallet } from '../../../core/wallet/session/drivers.ts'
import type { WalletSession } from '../../../core/wallet/session/wallet-session.ts'
import { shortAddress } from '../../../core/wallet/sign-in/wallet-credential.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

/** The wallet in use, in one line, always labelled when it is the practice one. */
export function WalletLine({ session }: { session: WalletSession }) {
  const { icon, name, address, practice } = session
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      {icon !== undefined && <img src={icon} alt="" className="size-5 rounded-sm" />}
      <span className="font-medium">{name}</span>
      <span className="flex items-center font-mono text-xs" title={address}>
        {shortAddress(address)}
        <CopyButton text={address} label="Copy wallet address" />
      </span>
      {practice && (
        <Badge
          tone="warn"
          title="Its key is stored in this browser and works with testnet USDC only."
        >
          Practice: testnet USDC only
        </Badge>
      )}
      <Button variant="ghost" onClick={() => void disconnectWallet(wallet)}>
        Disconnect
      </Button>
    </p>
  )
}
