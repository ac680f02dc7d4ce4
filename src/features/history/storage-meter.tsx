import { useEffect, useState } from 'react'

import { formatBytes } from '../../core/format/bytes.ts'
import { subscribeConversations } from '../../core/storage/conversations/conversations.ts'
import {
  requestPersistence,
  readStorageState,
  type StorageState,
} from '../../core/storage/db/storage-estimate.ts'
import { subscribeBoards } from '../../core/storage/evaluate/boards.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Meter } from '../../ui/feedback/meter.tsx'

/** Nothing is measured more often than this, ms: a stream changes the history often. */
const READ_EVERY = 2000

/** From this share on it is shown unasked. */
const NEARLY_FULL = 0.8

/**
 * How much is kept in this browser, and whether the browser may clear it by itself: shown when
 * `isWanted`, and unasked when there is little room left.
 */
export function StorageMeter({ isWanted }: { isWanted: boolean }) {
  const { usedBytes, quotaBytes, persisted, ask, refused } = useStorageState()
  if (usedBytes === undefined && persisted === undefined) return null
  const isNearlyFull =
    usedBytes !== undefined && quotaBytes !== undefined && usedBytes > NEARLY_FULL * quotaBytes
  if (!isWanted && !isNearlyFull) return null
  return (
    <section
      aria-label="Storage"
      className="mt-auto flex flex-col gap-1.5 rounded-md bg-surface-2 p-2 text-xs text-text-2"
    >
      {usedBytes !== undefined && quotaBytes !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2">
          <Meter label="Storage used" value={usedBytes} max={quotaBytes} />
          <span className="tabular-nums">
            {formatBytes(usedBytes)} of {formatBytes(quotaBytes)}
          </span>
        </p>
      )}
      {persisted === true ? (
        <p>Saved until you delete it.</p>
      ) : (
        <>
          <p>
            {refused
              ? 'The browser denied persistent storage and may delete this. Export what you need.'
              : 'The browser may delete this when disk space is low.'}
          </p>
          {!refused && (
            <Button onClick={ask} className="self-start">
              Protect storage
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function useStorageState() {
  const [state, setState] = useState<StorageState>({})
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    let isShown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const next = await readStorageState()
      if (isShown) setState(next)
    }
    void read()
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void read()
      }, READ_EVERY)
    }
    const stops = [subscribeConversations(readSoon), subscribeBoards(readSoon)]
    return () => {
      isShown = false
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
  const ask = async () => {
    const persisted = await requestPersistence()
    setRefused(!persisted)
    setState((before) => ({ ...before, persisted }))
  }
  return { ...state, refused, ask: () => void ask() }
}
