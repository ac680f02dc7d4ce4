import { type ComponentProps, useCallback } from 'react'

interface BlobImageProps extends Omit<ComponentProps<'img'>, 'ref' | 'src'> {
  /** Bytes that are a picture of the type the blob says, see `isShownAsImage`. */
  blob: Blob
  alt: string
}

/** A picture of this page's memory, under an address that lasts as long as it is shown. */
export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <img {...rest} ref={show} alt={alt} />
}
