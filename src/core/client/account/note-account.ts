import type { Cost } from '../../../../contract/chat/response.ts'
import { headerValue, type HeaderList } from '../../../../contract/headers/header-list.ts'
import { readRateLimit } from '../../../../contract/headers/rate-limit.ts'
import { microUsdFrom } from '../../../../contract/money.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import { accountStore } from './account-store.ts'

/**
 * Takes in the balance and limit headers of an answer (contract, "Authentication" 4 and 5). The
 * balance of a key is the one before the request, so a declared cost is taken off it.
 */
export function noteAccount(headers: HeaderList, providerName: string, cost?: Cost): void {
  const now = Date.now()
  const rateLimit = readRateLimit(headers, now)
  const balance = balanceAfter(headers, providerName, cost)
  accountStore.setState({
    ...(rateLimit.requests || rateLimit.tokens ? { rateLimit } : {}),
    ...(balance === undefined ? {} : { balanceMicroUsd: balance, balanceAt: now }),
  })
}

function balanceAfter(headers: HeaderList, providerName: string, cost?: Cost): number | undefined {
  const after = microUsdFrom(headerValue(headers, 'x-balance-remaining'))
  if (after !== undefined) return after
  const before = microUsdFrom(
    headerValue(headers, wireHeaderName('x-vendor-balance-usd', providerName)),
  )
  if (before === undefined) return undefined
  return Math.max(0, before - (microUsdFrom(cost?.usd) ?? 0))
}
