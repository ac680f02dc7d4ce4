import { useStore } from 'zustand'

import { networkOf } from '../../../contract/wallet/networks.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'

/** A transaction id: a link to a block explorer for public networks, plain text for local chains. */
export function TransactionLink({
  network,
  transaction,
}: {
  network: string
  transaction: string
}) {
  const isLocal = useStore(
    wallet.view,
    ({ local }) => local?.chains.some((chain) => chain.network.id === network) === true,
  )
  const url = isLocal ? undefined : explorerUrl(network, transaction)
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-mono text-xs">
      <span className="-my-1 flex min-w-0 items-center gap-1">
        <span className="truncate" title={transaction}>
          {transaction}
        </span>
        <CopyButton text={transaction} label="Copy transaction ID" />
      </span>
      {url !== undefined && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="font-sans text-accent underline"
        >
          View on {new URL(url).host}
        </a>
      )}
      {isLocal && <span className="font-sans text-text-3">Local network: no block explorer</span>}
    </span>
  )
}

/** The page of a transaction on a public explorer; undefined for what is no transaction id. */
function explorerUrl(networkId: string, transaction: string): string | undefined {
  const network = networkOf(networkId)
  if (network?.family === 'evm' && /^0x[0-9a-fA-F]{64}$/.test(transaction))
    return `https://${network.test ? 'sepolia.' : ''}basescan.org/tx/${transaction}`
  if (network?.family === 'solana' && /^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(transaction))
    return `https://explorer.solana.com/tx/${transaction}${network.test ? '?cluster=devnet' : ''}`
  return undefined
}
