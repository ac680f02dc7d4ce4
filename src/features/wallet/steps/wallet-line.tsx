import { disconnectWallet } from '../../../core/wallet/session/drivers.ts'
import type { WalletSession } from '../../../core/wallet/session/wallet-session.ts'
import { shortAddress } from '../../../core/wallet/sign-in/wallet-credential.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'

/** The wallet in use, in one line. */
export function WalletLine({ session }: { session: WalletSession }) {
  const { icon, name, address } = session
  return (
    <p className="-my-1 flex flex-wrap items-center gap-x-2 text-sm">
      {icon !== undefined && <img src={icon} alt="" className="size-5 shrink-0 rounded-sm" />}
      <span className="max-w-40 truncate font-medium">{name}</span>
      <span className="flex shrink-0 items-center font-mono text-xs text-text-2" title={address}>
        {shortAddress(address)}
        <CopyButton text={address} label="Copy wallet address" />
      </span>
      <Button
        variant="ghost"
        className="-mr-2.5 ml-auto"
        onClick={() => void disconnectWallet(wallet)}
      >
        Disconnect
      </Button>
    </p>
  )
}
