import type { AppContext } from '../http/app-environment.ts'
import type { Balance } from './ledger.ts'
import { isWalletOwner } from './payments/wallet-owner.ts'
import { decimalText } from './price.ts'

/**
 * The balance headers of an answer (contract, "Authentication"). A key is told what it held before the
 * request. A wallet is told what remains after it or, where the headers leave before that is known (a
 * stream), what is there before anything is charged: what is set aside is never taken off. The real service tells a
 * wallet nothing.
 */
export function balanceHeaders(
  context: AppContext,
  owner: string,
  { microUsd, microDiem }: Balance,
  remainingMicroUsd: number,
): Record<string, string> {
  if (isWalletOwner(owner))
    return context.get('likeProvider') === true
      ? {}
      : { 'X-Balance-Remaining': decimalText(remainingMicroUsd) }
  return {
    'x-vendor-balance-usd': decimalText(microUsd),
    'x-vendor-balance-diem': decimalText(microDiem),
  }
}
