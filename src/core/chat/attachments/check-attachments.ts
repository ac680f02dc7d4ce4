import type { ContentPart, Message } from '../../../../contract/chat/messages.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import {
  MAX_JSON_BODY_BYTES,
  MAX_PARTS_PER_MESSAGE,
  MAX_VIDEOS_PER_REQUEST,
} from '../../../../contract/limits/sizes.ts'
import { findModel, isTextModel } from '../../../../contract/models/find-model.ts'
import {
  capabilitiesOf,
  type Model,
  type ModelCapabilities,
} from '../../../../contract/models/model.ts'
import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { messagesOf } from '../request/request-body.ts'
import { type Attachment, type AttachmentIssue, blobOf, type Fix } from './attachment.ts'
import { checkAttachment, shrink } from './check-attachment.ts'

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

type MediaType = Exclude<ContentPart['type'], 'text'>

const NEEDS: Readonly<Record<MediaType, { capability: keyof ModelCapabilities; what: string }>> = {
  image_url: { capability: 'supportsVision', what: 'images' },
  input_audio: { capability: 'supportsAudioInput', what: 'audio' },
  video_url: { capability: 'supportsVideoInput', what: 'video' },
  file: { capability: 'supportsFileInput', what: 'files' },
}

const TYPES = Object.keys(NEEDS).filter((type): type is MediaType => type in NEEDS)

/** What the list of models says about these parts. It never stops anyone: the list may be behind. */
function checkModel(
  parts: readonly Attachment[],
  { history, model, models }: AttachmentContext,
): AttachmentIssue[] {
  if (model === undefined) return []
  const used = TYPES.filter((type) => ofType(parts, type).length > 0)
  const denied = used.filter((type) => capabilitiesOf(model)[NEEDS[type].capability] === false)
  if (denied.length === 0) return checkImages(parts, history, model)
  const needed = [...new Set([...used, ...typesOf(history)])]
  const other = models.find((candidate) => takes(candidate, needed))
  return [
    {
      level: 'warning',
      message: `${model.id} doesn't support ${denied.map((type) => NEEDS[type].what).join(', ')}: the API will reject this request.`,
      fixes:
        other === undefined
          ? []
          : [{ kind: 'use-model', label: `Use ${other.id}`, model: other.id }],
    },
  ]
}

/** Whether a model sees only the images of the last message that has any (contract, "Message content"). */
export function seesLastImagesOnly(model: Model): boolean {
  const { supportsVision, supportsMultipleImages } = capabilitiesOf(model)
  return supportsVision === true && supportsMultipleImages !== true
}

function checkImages(
  parts: readonly Attachment[],
  history: readonly Message[],
  model: Model,
): AttachmentIssue[] {
  const added = ofType(parts, 'image_url').length
  const before = history.reduce((sum, message) => sum + countOf(message, 'image_url'), 0)
  const { maxImages } = capabilitiesOf(model)
  if (added === 0) return []
  const onlyLast = seesLastImagesOnly(model)
  const issues: AttachmentIssue[] = []
  if (onlyLast && before > 0)
    issues.push({
      level: 'note',
      message: `${model.id} sees only the last images: ${added} in this message, not the ${before} before.`,
      fixes: [],
    })
  const seen = onlyLast ? added : added + before
  if (maxImages !== undefined && seen > maxImages)
    issues.push({
      level: 'warning',
      message: `${model.id} supports up to ${maxImages} ${maxImages === 1 ? 'image' : 'images'} per request. This one has ${seen}.`,
      fixes: [],
    })
  return issues
}

function typesOf(history: readonly Message[]): MediaType[] {
  return TYPES.filter((type) => history.some((message) => countOf(message, type) > 0))
}

/** Only what a model says it can do counts, and one that is offline can do nothing. */
function takes(model: Model, types: readonly MediaType[]): boolean {
  const can = capabilitiesOf(model)
  return (
    isTextModel(model) &&
    model.model_spec?.offline !== true &&
    types.every((type) => can[NEEDS[type].capability] === true)
  )
}

interface AttachmentScope {
  /** As written in the picker. */
  model: string
  messages: readonly MessageRecord[]
}

/** What attachments are checked against. */
export interface AttachmentContext {
  /** The messages that are sent before this one. */
  history: readonly Message[]
  /** The model that will be asked, when the list has it. */
  model?: Model | undefined
  /** The others that could be. */
  models: readonly Model[]
}

/** What attachments sent to a conversation are checked against, as far as the models are known. */
export function attachmentContext(
  models: readonly Model[],
  { model, messages }: AttachmentScope,
): AttachmentContext {
  return {
    history: messagesOf(messages, { model }),
    models,
    model: findModel(models, parseModelSuffix(model).id),
  }
}

/** The `type` of the contract for each kind of attachment. */
const PART_TYPES = {
  text: 'text',
  image: 'image_url',
  audio: 'input_audio',
  video: 'video_url',
  file: 'file',
} as const satisfies Record<Exclude<Attachment['kind'], 'pending'>, ContentPart['type']>

function countOf({ content }: Message, type: ContentPart['type']): number {
  return Array.isArray(content) ? content.filter((part) => part.type === type).length : 0
}

function ofType(list: readonly Attachment[], type: ContentPart['type']): Attachment[] {
  return list.filter(({ kind }) => kind !== 'pending' && PART_TYPES[kind] === type)
}
