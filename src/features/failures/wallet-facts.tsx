import type { Failure } from '../../../contract/errors/failure.ts'
import { microUsdFrom } from '../../../contract/money.ts'
import { networkOf } from '../../../contract/wallet/networks.ts'
import { formatMicroUsd } from '../../core/format/money.ts'

/** What a 402 says about money: the credit of the wallet, or how the request can be paid. */
export function WalletFacts({ failure }: { failure: Failure }) {
  if (failure.kind === 'payment_required') {
    const { currentBalanceUsd, minimumBalanceUsd, minimumTopUpUsd } = failure.details
    const facts = [
      ['Credit', currentBalanceUsd],
      ['needed', minimumBalanceUsd],
      ['smallest top-up', minimumTopUpUsd],
    ] as const
    const words = facts.flatMap(([name, usd]) => {
      const micro = microUsdFrom(usd)
      return micro === undefined ? [] : [`${name} ${formatMicroUsd(micro)}`]
    })
    return words.length === 0 ? null : <p>{words.join(', ')}.</p>
  }
  if (failure.kind !== 'payment_discovery') return null
  const names = failure.details.accepts.map(({ network }) => networkOf(network)?.name ?? network)
  return names.length === 0 ? null : (
    <p>Two ways: an API key, or a wallet with USDC on {[...new Set(names)].join(' or ')}.</p>
  )
}
