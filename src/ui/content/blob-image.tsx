import { type ComponentProps, useCallback } from 'react'

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

interface BlobImageProps extends Omit<ComponentProps<'img'>, 'ref' | 'src'> {
  /** Bytes that are a picture of the type the blob says, see `isShownAsImage`. */
  blob: Blob
  alt: string
}

/** A picture of this page's memory, under an address that lasts as long as it is shown. */
export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  return <img {...rest} ref={useBlobSource(blob)} alt={alt} />
}
