import type { Connection } from '../../core/client/connection/connections.ts'

/** Whether an API has another domain than the page, so that wallets warn at every sign-in to it. */
export function isAway({ kind, upstreamOrigin }: Connection): boolean {
  return kind === 'remote' || upstreamOrigin !== undefined
}
