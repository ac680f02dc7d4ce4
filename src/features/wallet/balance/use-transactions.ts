import { useState } from 'react'

import type { Failure } from '../../../../contract/errors/failure.ts'
import { TRANSACTIONS_PAGE_SIZE } from '../../../../contract/wallet/balance.ts'
import type { ReadTransactions } from '../../../core/client/account/ledger.ts'
import { walletTransactions } from '../../../core/client/wallet/wallet-reads.ts'
import { walletCredential } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/balances.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'

/** The transactions of a wallet, a page at a time: each page is one signature, and one press. */
export function useTransactions(owner: Owner | undefined) {
  const [loaded, setLoaded] = useState<ReadTransactions>()
  const [state, setState] = useState<'loading' | Failure>()
  const load = async (offset: number) => {
    if (owner === undefined || state === 'loading') return
    setState('loading')
    const { connection, session } = owner
    const page = await walletTransactions(
      client,
      { ...connection, credential: walletCredential(wallet, session, connection) },
      session.address,
      { limit: TRANSACTIONS_PAGE_SIZE.default, offset },
      new AbortController().signal,
    )
    if ('message' in page) return setState(page)
    setState(undefined)
    setLoaded((before) => {
      const kept = offset === 0 ? [] : (before?.rows ?? [])
      // One that came in between puts no row into both pages.
      const ids = new Set(kept.map(({ id }) => id))
      return {
        rows: [...kept, ...page.transactions.filter(({ id }) => !ids.has(id))],
        unreadable: page.unreadable + (offset === 0 ? 0 : (before?.unreadable ?? 0)),
        hasMore: page.hasMore,
        readAt: offset === 0 ? Date.now() : (before?.readAt ?? 0),
      }
    })
  }
  return { loaded, state, load: (offset: number) => void load(offset) }
}
