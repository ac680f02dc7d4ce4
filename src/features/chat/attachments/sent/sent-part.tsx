import { useEffect, useState } from 'react'

import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import {
  carriedBy,
  readSentMedia,
  type SentMedia,
} from '../../../../core/chat/attachments/sent-media.ts'
import { formatBytes } from '../../../../core/format/bytes.ts'
import { browserMedia } from '../../../../media/browser-media.ts'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { SentMediaView } from './sent-media-view.tsx'

interface SentPartProps {
  part: ContentPart
  /** The model that will not see it, when there is one. */
  unseenBy: string | undefined
}

/** One part of a sent message: its type and size, and what its bytes prove it to be. */
export function SentPart({ part, unseenBy }: SentPartProps) {
  const media = useSentMedia(part)
  const name = part.type === 'file' ? (part.file.filename ?? 'file') : part.type
  const blob = media !== undefined && 'blob' in media ? media.blob : undefined
  const facts = [
    part.type,
    ...(media !== undefined && 'label' in media ? [media.label] : []),
    ...(blob === undefined ? [] : [formatBytes(blob.size)]),
  ]
  return (
    <li
      aria-label={[...(name === part.type ? [] : [name]), ...facts].join(', ')}
      className="flex max-w-full min-w-0 flex-col gap-1 rounded-md border bg-surface-0 px-2 py-1"
    >
      {media !== undefined && <SentMediaView media={media} name={name} />}
      {media === undefined && part.type !== 'text' && <Skeleton lines={1} className="w-60" />}
      <span className="flex flex-wrap items-center gap-2 font-mono text-xs text-text-3">
        {facts.join(' · ')}
        {part.cache_control !== undefined && <Badge>cache_control</Badge>}
        {unseenBy !== undefined && <Badge tone="warn">not seen by {unseenBy}</Badge>}
      </span>
    </li>
  )
}

function useSentMedia(part: ContentPart): SentMedia | undefined {
  const [media, setMedia] = useState<SentMedia>()
  const carried = part.type === 'text' ? undefined : carriedBy(part)
  useEffect(() => {
    if (part.type === 'text') return undefined
    let current = true
    readSentMedia(browserMedia, part).then(
      (read) => {
        if (current) setMedia(read)
      },
      () => {
        if (current) setMedia({ kind: 'broken' })
      },
    )
    return () => {
      current = false
    }
    // A part is replaced by an equal one whenever its message is edited; its bytes tell.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [carried])
  return media
}
