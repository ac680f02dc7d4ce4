import type { Failure } from '../../contract/errors/failure.ts'
import { microUsdFrom } from '../../contract/money.ts'
import { formatMicroUsd } from '../../ui/format/money.ts'

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
  const networks = new Set(failure.details.accepts.map(({ network }) => network))
  return networks.size === 0 ? null : (
    <p>
      Two ways: an API key, or a wallet with USDC on{' '}
      <span className="font-mono text-xs">{[...networks].join(', ')}</span>.
    </p>
  )
}
