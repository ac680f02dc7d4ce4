import { useBlobSource } from '../../../ui/content/blob-image.tsx'

interface MediaProps {
  /** Of a type that its first bytes have proven. */
  blob: Blob
  name: string
}

/** A picture from bytes; `small` fits it into a chip, `onSize` is told "1024×768". */
export function Picture(props: MediaProps & { small?: boolean; onSize?: (size: string) => void }) {
  const { blob, name, small = false, onSize } = props
  const source = useBlobSource(blob)
  return (
    <img
      ref={source}
      alt={name}
      draggable={false}
      decoding="async"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onSize?.(`${naturalWidth}×${naturalHeight}`)
      }
      className={
        small ? 'size-10 rounded-sm object-cover' : 'max-h-60 max-w-60 rounded-md object-contain'
      }
    />
  )
}

/** A player for sound from bytes; `small` leaves room for words beside it on a phone. */
export function AudioPlayer({ blob, name, small = false }: MediaProps & { small?: boolean }) {
  const source = useBlobSource(blob)
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own file comes without any
    <audio
      ref={source}
      controls
      aria-label={name}
      preload="metadata"
      className={small ? 'h-8 max-w-36 sm:max-w-60' : 'h-8 max-w-60'}
    />
  )
}

/** A player for a film from bytes. */
export function VideoPlayer({ blob, name }: MediaProps) {
  const source = useBlobSource(blob)
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own file comes without any
    <video
      ref={source}
      controls
      aria-label={name}
      preload="metadata"
      className="max-h-32 max-w-60 rounded-md"
    />
  )
}
