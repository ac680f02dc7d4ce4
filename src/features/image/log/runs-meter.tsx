import { useEffect, useState } from 'react'

import { formatBytes } from '../../../core/format/bytes.ts'
import { readStorageState, type StorageState } from '../../../core/storage/db/storage-estimate.ts'
import type { ImageRun } from '../../../core/storage/images/image-run.ts'
import { Meter } from '../../../ui/feedback/meter.tsx'

/** How much this browser keeps for the page, measured anew whenever the runs have changed. */
export function RunsMeter({ runs }: { runs: readonly ImageRun[] }) {
  const [{ usedBytes, quotaBytes }, setState] = useState<StorageState>({})
  useEffect(() => {
    let isShown = true
    const read = async () => {
      const next = await readStorageState()
      if (isShown) setState(next)
    }
    void read()
    return () => {
      isShown = false
    }
  }, [runs])
  if (usedBytes === undefined || quotaBytes === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-3 tabular-nums">
      <Meter label="Storage used" value={usedBytes} max={quotaBytes} />
      {formatBytes(usedBytes)} of {formatBytes(quotaBytes)}
    </p>
  )
}
