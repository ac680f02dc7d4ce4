import { useEffect, useState } from 'react'

import type { SavedSummary } from '../../../core/storage/exchanges/exchange-database.ts'
import { listExchanges } from '../../../core/storage/exchanges/exchanges.ts'

/** Most kept exchanges that are offered. */
const OFFERED = 100

/** The newest exchanges that this browser keeps; empty until read. Read anew when `key` changes. */
export function useKeptExchanges(key: unknown): readonly SavedSummary[] {
  const [kept, setKept] = useState<readonly SavedSummary[]>([])
  useEffect(() => {
    let isGone = false
    // Where storage is refused, nothing is kept.
    listExchanges()
      .then((found) => !isGone && setKept(found.slice(0, OFFERED)))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [key])
  return kept
}
