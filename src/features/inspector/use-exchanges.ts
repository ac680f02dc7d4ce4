import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { pacedStore } from '../../core/inspector/paced-store.ts'
import {
  type SavedSummary,
  readExchange,
  listExchanges,
} from '../../core/storage/exchanges/exchanges.ts'
import { client } from '../../page/client.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'

/** Nobody reads a growing list faster than ten times a second; every frame would cost five times as much. */
const view = pacedStore(client.exchanges.store, 100)

/** Every exchange that is kept, oldest first, with at most ten changes a second. */
export function useExchanges(): readonly Exchange[] {
  const { byId, order } = useSyncExternalStore(view.subscribe, view.getState)
  return order.flatMap((id) => byId[id] ?? [])
}

/** Brings a kept exchange into the page; `looking` until it is there or known to be gone. */
export function useOpened(id: string | undefined, isThere: boolean): 'looking' | 'gone' | 'there' {
  const [gone, setGone] = useState<string>()
  const isSought = id !== undefined && id !== '' && !isThere
  useEffect(() => {
    if (!isSought) return
    void openKept(id).then((found) => setGone(found ? undefined : id))
  }, [id, isSought])
  return isSought ? (gone === id ? 'gone' : 'looking') : 'there'
}

/** False when it is no longer kept or cannot be read; never rejects. */
async function openKept(id: string): Promise<boolean> {
  if (client.exchanges.store.getState().byId[id] !== undefined) return true
  const stored = await readExchange(id).catch(() => undefined)
  const part = await import('../../core/inspector/export/parse-exchange.ts').catch(() => undefined)
  const exchange = part?.parseExchange(stored)
  if (exchange === undefined) return false
  client.exchanges.restore({ ...exchange, id, fromHistory: true })
  return true
}

/** Most kept exchanges that are offered. */
const OFFERED = 100

const NONE: readonly SavedSummary[] = []

/** The newest exchanges that this browser keeps; empty until read. Read anew when `key` changes. */
export function useKeptExchanges(key: unknown): readonly SavedSummary[] {
  // Where storage is refused, nothing is kept.
  const kept = useLoaded(() => listExchanges().catch(() => NONE), [key]) ?? NONE
  return useMemo(() => kept.slice(0, OFFERED), [kept])
}
