import { wireHeaderName } from '../provider-name.ts'
import { headerValue, type HeaderList } from './header-list.ts'

/** Balances in the headers of a response, as sent (decimal text). */
export interface Balances {
  /** Before the request. */
  beforeUsd?: string
  beforeDiem?: string
  /** After the request. */
  afterUsd?: string
}

/**
 * Reads the balance headers of a response (contract, "Authentication" 4 and 5). A key is told the
 * balance before the request and a wallet the one after it. The headers of a stream leave before
 * anything is charged, so a streamed response tells a wallet the balance before it.
 */
export function balancesOf(headers: HeaderList, providerName: string): Balances {
  const value = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const remaining = value('x-balance-remaining')
  const isStream = /^text\/event-stream\b/i.test(value('content-type') ?? '')
  const beforeUsd = value('x-vendor-balance-usd') ?? (isStream ? remaining : undefined)
  const beforeDiem = value('x-vendor-balance-diem')
  const afterUsd = isStream ? undefined : remaining
  return {
    ...(beforeUsd === undefined ? {} : { beforeUsd }),
    ...(beforeDiem === undefined ? {} : { beforeDiem }),
    ...(afterUsd === undefined ? {} : { afterUsd }),
  }
}
