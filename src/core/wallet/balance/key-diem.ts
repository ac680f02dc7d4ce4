import { headerValue } from '../../../../contract/headers/header-list.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'

/**
 * The DIEM part of a key's balance in micro-DIEM, as the latest answer that says it has it (contract,
 * "Authentication" 5); undefined before the first.
 */
export function keyDiem(exchanges: readonly Exchange[]): number | undefined {
  const said = exchanges.findLast(
    ({ headers, providerName }) =>
      headerValue(headers, wireHeaderName('x-vendor-balance-diem', providerName)) !== undefined,
  )
  return (
    said &&
    microUsdFrom(
      headerValue(said.headers, wireHeaderName('x-vendor-balance-diem', said.providerName)),
    )
  )
}
