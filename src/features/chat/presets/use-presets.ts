import { useEffect, useState } from 'react'

import type { Preset } from '../../../core/storage/settings/preset.ts'
import { listPresets, subscribePresets } from '../../../core/storage/settings/presets.ts'

interface PresetListing {
  /** Undefined while they are being read. */
  presets?: readonly Preset[]
  /** The browser does not let the page keep anything. */
  failed: boolean
}

/** The presets of this browser, by name, kept up to date with every tab. */
export function usePresets(): PresetListing {
  const [listing, setListing] = useState<PresetListing>({ failed: false })
  useEffect(() => {
    let isShown = true
    const read = () =>
      listPresets().then(
        (presets) => isShown && setListing({ presets, failed: false }),
        () => isShown && setListing({ failed: true }),
      )
    void read()
    const stop = subscribePresets(() => void read())
    return () => {
      isShown = false
      stop()
    }
  }, [])
  return listing
}
