import type { ComponentProps } from 'react'

import { useBlobSource } from '../../ui/hooks/use-blob-source.ts'

interface BlobImageProps extends Omit<ComponentProps<'img'>, 'ref' | 'src'> {
  /** Bytes that are a picture of the type the blob says, see `isShownAsImage`. */
  blob: Blob
  alt: string
}

/** A picture of this page's memory, under an address that lasts as long as it is shown. */
export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  return <img {...rest} ref={useBlobSource(blob)} alt={alt} />
}
