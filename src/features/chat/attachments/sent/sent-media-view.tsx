import { useEffect, useState } from 'react'

import type { SentMedia } from '../../../../core/chat/attachments/sent-media.ts'
import { Disclosure } from '../../../../ui/content/disclosure.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { askAboutLink } from '../../answer/link-prompt-store.ts'
import { AudioPlayer, Picture, VideoPlayer } from './media.tsx'

interface SentMediaViewProps {
  media: SentMedia
  name: string
}

/** The bytes of a part: a picture, a player, text, or something to save. Nothing is fetched. */
export function SentMediaView({ media, name }: SentMediaViewProps) {
  switch (media.kind) {
    case 'image':
      return <Picture blob={media.blob} name={name} />
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

/** A URL is only text until someone opens it. */
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
