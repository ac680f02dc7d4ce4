import { useMemo } from 'react'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findDifferences, type ReadTransactions } from '../../../core/client/account/ledger.ts'
import { knownModel } from '../../../core/client/queries/models.ts'
import { differenceText, ledgerEntries } from '../../../core/wallet/balance/ledger-entries.ts'
import { client } from '../../../page/client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'

/** Charges of this page's requests that don't add up, with their requests; nothing where all do. */
export function Differences({ transactions }: { transactions: ReadTransactions | undefined }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { byId, order, droppedUntil } = useStore(client.exchanges.store)
  const found = useMemo(() => {
    if (connection === undefined) return []
    const entries = ledgerEntries(
      order.flatMap((id) => byId[id] ?? []),
      connection.session,
      (name) => knownModel(client, connection, parseModelSuffix(name).id),
    )
    return findDifferences(entries, transactions, droppedUntil)
  }, [connection, byId, order, droppedUntil, transactions])
  if (found.length === 0) return null
  return (
    <ErrorNotice
      tone="warn"
      title={
        found.length === 1 ? "A charge doesn't add up" : `${found.length} charges don't add up`
      }
    >
      <ul aria-label="Differences" className="flex flex-col gap-1">
        {found.map((difference) => (
          <li
            key={difference.by + difference.requests.map(({ id }) => id).join()}
            className="flex flex-wrap items-center gap-x-4 wrap-anywhere"
          >
            {differenceText(difference)}
            <Button
              variant="ghost"
              className="-my-1.5 -ml-2.5"
              onClick={() => openInspector(difference.requests.at(-1)?.id, 'cost')}
            >
              Inspect
            </Button>
          </li>
        ))}
      </ul>
      {found.some(({ by }) => by === 'balance') && (
        <p>Other apps and tabs that use this key or wallet lower the balance too.</p>
      )}
    </ErrorNotice>
  )
}
