import type { ContentPart, Message } from '../../../../contract/chat/messages.ts'
import {
  MAX_JSON_BODY_BYTES,
  MAX_PARTS_PER_MESSAGE,
  MAX_VIDEOS_PER_REQUEST,
} from '../../../../contract/limits/sizes.ts'
import { countOf, ofType, type AttachmentContext } from './attachment-context.ts'
import type { Fix, AttachmentIssue } from './attachment-issue.ts'
import { blobOf, type Attachment } from './attachment.ts'
import { checkAttachment, shrink } from './check-attachment.ts'
import { checkModel } from './check-model.ts'

const PLURALS: Readonly<Record<keyof typeof MAX_PARTS_PER_MESSAGE, string>> = {
  image_url: 'images',
  input_audio: 'audio parts',
  video_url: 'videos',
  file: 'files',
}

/** Everything there is to say about what is attached, the worst first. */
export function checkAttachments(
  parts: readonly Attachment[],
  context: AttachmentContext,
): AttachmentIssue[] {
  const issues = [
    ...parts.flatMap(checkAttachment),
    ...checkCounts(parts),
    ...checkVideos(parts, context.history),
    ...checkBody(parts, context.history),
    ...checkModel(parts, context),
  ]
  const rank = { error: 0, warning: 1, note: 2 } as const
  return issues.toSorted((a, b) => rank[a.level] - rank[b.level])
}

function checkCounts(parts: readonly Attachment[]): AttachmentIssue[] {
  return (['image_url', 'input_audio', 'video_url', 'file'] as const).flatMap((type) => {
    const found = ofType(parts, type)
    const most = MAX_PARTS_PER_MESSAGE[type]
    if (found.length <= most) return []
    const message = `${found.length} ${PLURALS[type]} attached. A message can have up to ${most}.`
    return [{ level: 'error', message, fixes: [keepFirst(found, most)] }]
  })
}

function checkVideos(parts: readonly Attachment[], history: readonly Message[]): AttachmentIssue[] {
  const before = history.reduce((sum, message) => sum + countOf(message, 'video_url'), 0)
  const found = ofType(parts, 'video_url')
  const free = Math.max(0, MAX_VIDEOS_PER_REQUEST - before)
  if (before === 0 || found.length === 0 || found.length <= free) return []
  return [
    {
      level: 'error',
      message: `The conversation has ${before} videos. A request can have up to ${MAX_VIDEOS_PER_REQUEST}: you can add ${free}.`,
      fixes: [keepFirst(found, free)],
    },
  ]
}

/** Base64 is a third longer than the bytes, and everything that was sent before goes along again. */
function checkBody(parts: readonly Attachment[], history: readonly Message[]): AttachmentIssue[] {
  const added = parts.reduce((sum, part) => sum + encodedLength(part), 0)
  const before = history.reduce((sum, message) => sum + contentLength(message), 0)
  const total = added + before
  if (added === 0 || total <= MAX_JSON_BODY_BYTES) return []
  const [largest] = parts
    .filter((part) => part.kind === 'image' && blobOf(part) !== undefined)
    .toSorted((a, b) => encodedLength(b) - encodedLength(a))
  const earlier = before > 0 ? `, ${megabytes(before)} MB from earlier messages` : ''
  return [
    {
      level: 'error',
      message: `The request is ${megabytes(total)} MB as JSON${earlier}. The limit is ${megabytes(MAX_JSON_BODY_BYTES)} MB.`,
      fixes: largest?.kind === 'image' ? [shrink(largest)] : [],
    },
  ]
}

function keepFirst(found: readonly Attachment[], most: number): Fix {
  const ids = found.slice(most).map(({ id }) => id)
  return { kind: 'remove', label: most === 0 ? 'Remove' : `Keep the first ${most}`, ids }
}

/** How long an attachment is in the body of a request, characters. */
function encodedLength(part: Attachment): number {
  return part.kind === 'text' ? part.text.length : Math.ceil((blobOf(part)?.size ?? 0) / 3) * 4
}

function contentLength({ content }: Message): number {
  if (typeof content === 'string') return content.length
  return (content ?? []).reduce((sum, part) => sum + partLength(part), 0)
}

function partLength(part: ContentPart): number {
  switch (part.type) {
    case 'text':
      return part.text.length
    case 'image_url':
      return part.image_url.url.length
    case 'input_audio':
      return part.input_audio.data.length
    case 'video_url':
      return part.video_url.url.length
    case 'file':
      return part.file.file_data.length
  }
}

function megabytes(bytes: number): string {
  return (Math.ceil(bytes / 100_000) / 10).toString()
}
