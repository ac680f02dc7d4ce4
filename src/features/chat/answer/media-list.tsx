import { useEffect, useMemo, useRef } from 'react'

import type { AnswerMedia } from '../../../../contract/chat/answer-media.ts'
import { mediaContent, mediaKind } from '../../../core/chat/responses/response-content.ts'
import { formatBytes } from '../../../core/format/units.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { askAboutLink } from './link-prompt-store.ts'

import './media-list.css'

interface MediaListProps {
  media: readonly AnswerMedia[]
  /** Nothing more will come: what arrived in pieces is whole. */
  settled: boolean
}

/** Pictures, sounds and films of an answer. What they are is told by their bytes alone. */
export function MediaList({ media, settled }: MediaListProps) {
  return (
    <ul aria-label="Media" className="media-list">
      {media.map((item, index) => (
        <li key={index}>
          {settled && item.pieces.length > 0 && <MediaItem item={item} number={index + 1} />}
          {item.transcript !== undefined && (
            <p className="media-transcript">
              <span className="text-xs text-text-3">Transcript</span>
              {item.transcript}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function MediaItem({ item, number }: { item: AnswerMedia; number: number }) {
  const content = useMemo(() => mediaContent(item), [item])
  if (content.at === 'nowhere')
    return <p className="text-sm text-warn">The {item.kind} data can't be read.</p>
  if (content.at === 'elsewhere')
    return (
      <Button onClick={(event) => askAboutLink(content.url, event.nativeEvent, 'service')}>
        Open {item.kind} at {new URL(content.url).host}
      </Button>
    )
  return <MediaBytes bytes={content.bytes} item={item} number={number} />
}

interface MediaBytesProps {
  bytes: Uint8Array<ArrayBuffer>
  item: AnswerMedia
  number: number
}

function MediaBytes({ bytes, item, number }: MediaBytesProps) {
  const found = mediaKind(bytes)
  const type = found?.type ?? 'application/octet-stream'
  const image = useRef<HTMLImageElement>(null)
  const sound = useRef<HTMLAudioElement>(null)
  const film = useRef<HTMLVideoElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }))
    for (const { current } of [image, sound, film]) if (current) current.src = url
    if (link.current) link.current.href = url
    return () => URL.revokeObjectURL(url)
  }, [bytes, type])
  const size = formatBytes(bytes.length)
  const name = `response-${number}.${found?.extension ?? 'bin'}`
  return (
    <>
      {found?.kind === 'image' && <img ref={image} alt={`Response media ${number}`} />}
      {found?.kind === 'audio' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript stands below
        <audio ref={sound} controls aria-label={`Audio ${number}`} />
      )}
      {found?.kind === 'video' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- none comes with an answer
        <video ref={film} controls aria-label={`Video ${number}`} />
      )}
      <p className="text-xs text-text-3">
        {found?.type ?? `Unknown ${item.kind} format`} · {size} ·{' '}
        <a ref={link} href="#download" download={name} className="text-accent underline">
          Download
        </a>
      </p>
    </>
  )
}
