import { useCallback, useState } from 'react'

import { type HeaderList, headerValue } from '../../../contract/headers/header-list.ts'
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../../contract/json.ts'
import type { ExchangeBody } from '../../core/client/exchanges/exchange.ts'
import { MEDIA_KIND_BYTES, type MediaKind, mediaKindOf } from '../../core/explore/media-kind.ts'
import { fileName } from '../../core/format/file-name.ts'
import { formatBytes } from '../../core/format/units.ts'
import { shortenData } from '../../core/inspector/body/embedded-data.ts'
import { BodyView, TextBody } from '../../ui/content/body-view.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { saveFile } from '../../ui/files.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'

interface AnswerBodyProps {
  body: ExchangeBody
  headers: HeaderList
}

/** What came back, as what it is: JSON, text, a picture, sound, film, or a file to save. */
export function AnswerBody({ body, headers }: AnswerBodyProps) {
  switch (body.kind) {
    case 'json':
      return (
        <BodyView
          title="Response body"
          value={body.value}
          shorten={shortenData}
          size={formatBytes(body.bytes)}
        />
      )
    case 'text':
      return <TextBody {...textBody} text={body.text} />
    case 'file':
      return (
        <AnswerFile
          blob={body.blob}
          mediaType={body.mediaType}
          fileName={givenName(headerValue(headers, 'content-disposition'))}
        />
      )
  }
}

const textBody = { label: 'Response body', maxDepth: MAX_JSON_DEPTH, isTooDeep: isNestedTooDeeply }

/** The name in `Content-Disposition`, made harmless; undefined when there is none. */
function givenName(disposition: string | undefined): string | undefined {
  const given = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  const [, stem, extension] = /^(.+)\.([A-Za-z0-9]{1,8})$/.exec(given ?? '') ?? []
  return stem === undefined ? undefined : `${fileName(stem, 'response')}.${extension}`
}

interface AnswerFileProps {
  blob: Blob
  /** As the answer names it; shown in words only. */
  mediaType: string
  fileName: string | undefined
}

/** Media are shown when their bytes are such, under our own media type; the rest can only be saved. */
function AnswerFile({ blob, mediaType, fileName }: AnswerFileProps) {
  const kind = useMediaKind(blob)
  const [unplayable, setUnplayable] = useState(false)
  const shown = kind === 'none' || kind === undefined || unplayable ? undefined : kind
  const name = fileName ?? `response${kind === 'none' || kind === undefined ? '' : kind.extension}`
  return (
    <div className="flex flex-col items-start gap-3">
      {shown !== undefined && (
        <Media key={shown.mediaType} blob={blob} kind={shown} onFail={() => setUnplayable(true)} />
      )}
      {kind === 'none' && (
        <p>
          No preview for <code className="font-mono">{mediaType || 'unknown type'}</code>. Images,
          audio and video are previewed.
        </p>
      )}
      {unplayable && <p>This browser can't play the file.</p>}
      <Button onClick={() => saveFile(name, blob)}>Save file</Button>
    </div>
  )
}

interface MediaProps {
  blob: Blob
  kind: MediaKind
  onFail: () => void
}

function Media({ blob, kind, onFail }: MediaProps) {
  const bytes = useBytes(blob, kind.mediaType)
  const [size, setSize] = useState<string>()
  switch (kind.shownAs) {
    case 'image':
      return (
        <figure className="flex flex-col gap-1">
          <img
            ref={bytes}
            alt="Response"
            onError={onFail}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize(`${naturalWidth} × ${naturalHeight} px`)
            }
            className="max-h-[32rem] max-w-full rounded-md border bg-surface-2"
          />
          <figcaption className="text-text-3 tabular-nums">
            {kind.mediaType} {size !== undefined && `· ${size}`}
          </figcaption>
        </figure>
      )
    case 'audio':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a service made has none
        <audio controls ref={bytes} aria-label="Response" onError={onFail} className="w-full" />
      )
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a service made has none
        <video controls ref={bytes} aria-label="Response" onError={onFail} className="max-w-full" />
      )
  }
}

/** What the bytes are: undefined until they were read, `none` for what is not shown. */
function useMediaKind(blob: Blob): MediaKind | 'none' | undefined {
  const read = useLoaded(async () => {
    const start = await blob.slice(0, MEDIA_KIND_BYTES).arrayBuffer()
    return { of: blob, kind: mediaKindOf(new Uint8Array(start)) ?? ('none' as const) }
  }, [blob])
  return read?.of === blob ? read.kind : undefined
}

function useBytes(blob: Blob, mediaType: string) {
  return useCallback(
    (element: HTMLImageElement | HTMLMediaElement | null) => {
      if (element === null) return undefined
      const url = URL.createObjectURL(new Blob([blob], { type: mediaType }))
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob, mediaType],
  )
}
