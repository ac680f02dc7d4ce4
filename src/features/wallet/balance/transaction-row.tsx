import { microUsdFrom } from '../../../../contract/money.ts'
import type { Transaction } from '../../../../contract/wallet/balance.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatClock } from '../../../core/format/units.ts'

const types: Record<string, string> = { TOP_UP: 'Top-up', CHARGE: 'Charge', REFUND: 'Refund' }

/** A transaction of the wallet, and the balance after it. */
export function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { type, createdAt, modelId, amount, balanceAfter } = transaction
  const at = Date.parse(createdAt)
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-2 pl-5 text-sm whitespace-nowrap max-sm:py-1">
      <span className={modelId == null ? 'grow' : 'max-sm:grow'}>{types[type] ?? type}</span>
      {modelId != null && (
        <span className="min-w-0 grow basis-0 truncate font-mono text-xs text-text-2 max-sm:order-last max-sm:basis-full">
          {modelId}
        </span>
      )}
      <span className={`font-mono ${amount > 0 ? 'text-good' : ''}`}>
        {amount > 0 && '+'}
        {money(amount)}
      </span>
      <span title="Balance after" className="w-20 text-right font-mono text-xs text-text-3">
        {balanceAfter !== undefined && money(balanceAfter)}
      </span>
      <time dateTime={createdAt} className="w-10 text-right text-xs text-text-3">
        {Number.isNaN(at) ? createdAt : formatClock(at)}
      </time>
    </li>
  )
}

function money(usd: number): string {
  const micro = microUsdFrom(usd)
  return micro === undefined ? String(usd) : formatMicroUsd(micro)
}
