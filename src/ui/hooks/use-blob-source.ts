import { useCallback } from 'react'

/** A ref that gives an image or a player some bytes as its source, for as long as it is there. */
export function useBlobSource(blob: Blob) {
  return useCallback(
    (element: HTMLImageElement | HTMLMediaElement | null) => {
      if (element === null) return undefined
      const url = URL.createObjectURL(blob)
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
}
