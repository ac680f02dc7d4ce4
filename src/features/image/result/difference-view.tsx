import { useEffect, useState } from 'react'

import { comparePictures } from '../../../media/picture/picture-client.ts'
import type { PictureDifference } from '../../../media/picture/picture-jobs.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'

/** How far two pictures are apart; a word for as long as it is not known, or why it cannot be. */
export type DifferenceState = PictureDifference | 'comparing' | { failed: string }

/** Comparisons that were made: the same two are not compared again. */
const known = new WeakMap<Blob, Promise<PictureDifference>>()

/** Compares the result with its source off the main thread, once it is wanted. */
export function useDifference(before: Blob | undefined, after: Blob, isWanted: boolean) {
  const [state, setState] = useState<DifferenceState>('comparing')
  useEffect(() => {
    if (before === undefined || !isWanted) return undefined
    let isShown = true
    const comparing = known.get(after) ?? comparePictures(before, after)
    known.set(after, comparing)
    comparing.then(
      (difference) => {
        if (isShown) setState(difference)
      },
      (error: unknown) => {
        known.delete(after)
        if (isShown) setState({ failed: error instanceof Error ? error.message : 'Unknown error.' })
      },
    )
    return () => {
      isShown = false
    }
  }, [before, after, isWanted])
  return state
}

/** What the difference picture shows, in words. */
export function DifferenceWords({ state }: { state: DifferenceState }) {
  if (state === 'comparing')
    return (
      <p role="status" className="flex items-center justify-center gap-2 text-sm text-text-2">
        <Spinner /> Comparing pixels
      </p>
    )
  if ('failed' in state)
    return (
      <p className="text-center text-sm text-bad">Couldn't compare the images. {state.failed}</p>
    )
  const { changed, mean, most, fitted } = state
  return (
    <p className="text-center text-xs text-text-2">
      {percent(changed)} of pixels changed (mean {percent(mean)}, max {percent(most)}). Black is
      unchanged.
      {fitted && ' The source was scaled to the result.'}
    </p>
  )
}

/** `0%` only where nothing differs. */
function percent(part: number): string {
  const value = part * 100
  if (value > 0 && value < 0.1) return '< 0.1%'
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)}%`
}
