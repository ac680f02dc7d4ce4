import Coins from 'lucide-react/icons/coins'
import FileSignature from 'lucide-react/icons/file-pen-line'
import ReceiptText from 'lucide-react/icons/receipt-text'
import WalletIcon from 'lucide-react/icons/wallet'

import { PlannedArea } from '../../ui/planned-area.tsx'

const parts = [
  {
    icon: <WalletIcon size={16} aria-hidden />,
    name: 'Connect and sign in',
    text: 'An Ethereum or Solana wallet instead of an account, and a practice wallet for the local service.',
  },
  {
    icon: <FileSignature size={16} aria-hidden />,
    name: 'Read before you sign',
    text: 'What you are about to sign in plain words beside its fields, before the wallet opens.',
  },
  {
    icon: <Coins size={16} aria-hidden />,
    name: 'Top up once',
    text: 'A journal that makes sure a top-up is never paid twice, even through a reload.',
  },
  {
    icon: <ReceiptText size={16} aria-hidden />,
    name: 'Balance and receipts',
    text: 'The balance with its age, every transaction, spend caps, and export.',
  },
]

/** The Wallet area, which is not built yet. */
export function WalletPage() {
  return (
    <PlannedArea
      title="Wallet"
      purpose="Pay for requests from a wallet, without an account."
      parts={parts}
    >
      Requests are paid with an API key today; see Connection.
    </PlannedArea>
  )
}
