import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { ContentPart } from '../../../../contract/chat/messages.ts'
import { seesLastImagesOnly } from '../../../core/chat/attachments/check-attachments.ts'
import {
  carriedBy,
  readSentMedia,
  type SentMedia,
} from '../../../core/chat/attachments/sent-media.ts'
import { formatBytes } from '../../../core/format/units.ts'
import { browserMedia } from '../../../media/browser-media.ts'
import { chat } from '../../../page/chat.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { askAboutLink } from '../answer/link-prompt-store.ts'
import { useModelCalled } from './attachments-panel.tsx'
import { AudioPlayer, Picture, VideoPlayer } from './media.tsx'

interface SentPartsProps {
  messageId: string
  parts: readonly { part: ContentPart; name?: string }[]
}

/** The parts of a sent message, in their order. */
export function SentParts({ messageId, parts }: SentPartsProps) {
  const name = useStore(chat.conversation, ({ conversation }) => conversation.model)
  const model = useModelCalled(name)
  const lastWithImages = useStore(
    chat.conversation,
    ({ messages }) => messages.findLast(hasImages)?.id,
  )
  const unseenBy =
    model !== undefined && seesLastImagesOnly(model) && lastWithImages !== messageId
      ? model.id
      : undefined
  return (
    <ul aria-label="Content parts" className="mt-2 flex flex-wrap items-start gap-2">
      {parts.map(({ part, name }, index) => (
        // The parts of a message keep their places.
        <SentPart
          key={index}
          part={part}
          name={name}
          unseenBy={part.type === 'image_url' ? unseenBy : undefined}
        />
      ))}
    </ul>
  )
}

type Records = ReturnType<typeof chat.conversation.getState>['messages']

function hasImages(record: Records[number]): boolean {
  if (record.kind !== 'written') return false
  const { content } = record.message
  return Array.isArray(content) && content.some(({ type }) => type === 'image_url')
}

interface SentPartProps {
  part: ContentPart
  name: string | undefined
  /** The model that will not see it, when there is one. */
  unseenBy: string | undefined
}

/** One part of a sent message: its type and size, and what its bytes prove it to be. */
function SentPart({ part, name: fileName, unseenBy }: SentPartProps) {
  const media = useSentMedia(part)
  const [size, setSize] = useState<string>()
  const name = (part.type === 'file' ? part.file.filename : undefined) ?? fileName
  const blob = media !== undefined && 'blob' in media ? media.blob : undefined
  const facts = [
    name ?? part.type,
    ...(size === undefined ? [] : [size]),
    ...(media !== undefined && 'label' in media ? [media.label] : []),
    ...(blob === undefined ? [] : [formatBytes(blob.size)]),
  ]
  return (
    <li
      aria-label={facts.join(', ')}
      title={part.type}
      className="flex max-w-full min-w-0 flex-col gap-1 rounded-md border bg-surface-0 px-2 py-1"
    >
      {media !== undefined && (
        <SentMediaView media={media} name={name ?? part.type} onSize={setSize} />
      )}
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
  const carried = part.type === 'text' ? undefined : carriedBy(part)
  // A part is replaced by an equal one whenever its message is edited; its bytes tell.
  return useLoaded(
    () =>
      part.type === 'text'
        ? undefined
        : readSentMedia(browserMedia, part).catch((): SentMedia => ({ kind: 'broken' })),
    [carried],
  )
}

interface SentMediaViewProps {
  media: SentMedia
  name: string
  /** Told the width and height of a picture, px. */
  onSize: (size: string) => void
}

/** The bytes of a part: a picture, a player, text, or something to save. Nothing is fetched. */
function SentMediaView({ media, name, onSize }: SentMediaViewProps) {
  switch (media.kind) {
    case 'image':
      return <Picture blob={media.blob} name={name} onSize={onSize} />
    case 'audio':
      return <AudioPlayer blob={media.blob} name={name} />
    case 'video':
      return <VideoPlayer blob={media.blob} name={name} />
    case 'file':
      return <FileView blob={media.blob} isText={media.isText} name={name} />
    case 'address':
      return <AddressView url={media.url} />
    case 'broken':
      return <p className="text-sm text-warn">Damaged data: can't be shown.</p>
  }
}

function AddressView({ url }: { url: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <code className="font-mono break-all">{url}</code>
      {URL.canParse(url) && (
        <Button onClick={(event) => askAboutLink(url, event.nativeEvent, 'person')}>Open…</Button>
      )}
    </span>
  )
}

function FileView({ blob, isText, name }: { blob: Blob; isText: boolean; name: string }) {
  return (
    <>
      <span className="flex items-center gap-2 text-sm">
        <span className="min-w-0 truncate">{name}</span>
        <Button onClick={() => save(blob, name)}>Save</Button>
      </span>
      {isText && <FileText blob={blob} />}
    </>
  )
}

/** As much of a text file as is shown, bytes. */
const SHOWN_BYTES = 100_000

function FileText({ blob }: { blob: Blob }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState<string>()
  useEffect(() => {
    if (!open || text !== undefined) return
    void blob
      .slice(0, SHOWN_BYTES)
      .text()
      .then((read) => setText(blob.size > SHOWN_BYTES ? `${read}…` : read))
  }, [open, text, blob])
  return (
    <Disclosure summary="Text" open={open} onToggle={setOpen}>
      <pre
        // It scrolls, so it can be reached and read with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-72 overflow-auto font-mono text-xs whitespace-pre-wrap"
      >
        {text}
      </pre>
    </Disclosure>
  )
}

/** Bytes without a type: a browser can only save them, whatever they hold. */
function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream'))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
