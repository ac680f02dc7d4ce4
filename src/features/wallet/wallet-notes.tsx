import Info from 'lucide-react/icons/info'
import { useStore } from 'zustand'

import type { HeaderAgreement } from '../../../contract/wallet/payment/payment-offer.ts'
import { isTestnet, usesRealChainIds } from '../../core/wallet/state/local-chains.ts'
import { allowedNetworks } from '../../core/wallet/state/requirements.ts'
import { readOffers } from '../../core/wallet/top-up/top-up-draft.ts'
import { client } from '../../page/client.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { useLocalChains } from './use-local-chains.ts'

/** What is odd about the `PAYMENT-REQUIRED` header beside its body. */
const HEADER_TEXT: Partial<Record<HeaderAgreement, string>> = {
  'unreadable header': 'Unreadable PAYMENT-REQUIRED header. Using the response body.',
  different: 'PAYMENT-REQUIRED header and body differ. Neither is used.',
}

/** One quiet band of what is special here: USDC without value, and ways to pay that are refused. */
export function WalletNotes() {
  const requirements = useStore(wallet.view, (view) => view.requirements)
  const local = useLocalChains()
  const session = useStore(wallet.session, (state) => state.session)
  // The networks depend on it.
  useStore(client.connections.store, (state) => state.connection)
  const networks = allowedNetworks(wallet)
  const terms = requirements !== undefined && 'required' in requirements ? requirements : undefined
  const refused =
    terms === undefined ? [] : readOffers(terms, networks).filter((reading) => !reading.ok)
  const notes = [
    session?.kind === 'practice'
      ? 'Practice: testnet USDC only. The key is stored in this browser and signs without a prompt.'
      : networks.length > 0 && networks.every((network) => isTestnet(network, local))
        ? 'Testnet: USDC has no real value here.'
        : undefined,
    usesRealChainIds(local)
      ? 'Practice wallet only: local networks use mainnet IDs, so real signatures are valid there.'
      : undefined,
    terms && HEADER_TEXT[terms.header],
  ].filter((note) => note !== undefined)
  // The room of one line, which most services need, until it is known.
  if (local === undefined && notes.length === 0)
    return <div className="h-8 rounded-lg bg-surface-1 lg:col-span-2" />
  if (notes.length === 0 && refused.length === 0) return null
  return (
    <div
      role="note"
      className="flex gap-2 rounded-lg bg-surface-1 px-3 py-2 text-xs text-text-2 lg:col-span-2"
    >
      <Info size={14} aria-hidden className="mt-px shrink-0 text-text-3" />
      <div className="flex min-w-0 grow flex-col gap-1">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {refused.map(({ network, problems }, index) => (
          <Disclosure
            key={index}
            open
            summary={
              <span className="text-xs">
                {network === undefined ? 'A payment option' : `USDC on ${network.name}`} failed
                validation, so it can't be chosen.
              </span>
            }
            className="-ml-1"
          >
            <ul className="list-disc pl-6">
              {problems.map(({ field, found, expected }) => (
                <li key={field + found} className="break-words">
                  <code className="font-mono">{field}</code> is “{found}”, but must be {expected}.
                </li>
              ))}
            </ul>
          </Disclosure>
        ))}
      </div>
    </div>
  )
}
