import type { ContentPart, Message } from '../../../../contract/chat/messages.ts'
import { isTextModel } from '../../../../contract/models/find-model.ts'
import {
  capabilitiesOf,
  type Model,
  type ModelCapabilities,
} from '../../../../contract/models/model.ts'
import { countOf, ofType, type AttachmentContext } from './attachment-context.ts'
import type { AttachmentIssue } from './attachment-issue.ts'
import type { Attachment } from './attachment.ts'

type MediaType = Exclude<ContentPart['type'], 'text'>

const NEEDS: Readonly<Record<MediaType, { capability: keyof ModelCapabilities; what: string }>> = {
  image_url: { capability: 'supportsVision', what: 'images' },
  input_audio: { capability: 'supportsAudioInput', what: 'audio' },
  video_url: { capability: 'supportsVideoInput', what: 'video' },
  file: { capability: 'supportsFileInput', what: 'files' },
}

const TYPES = Object.keys(NEEDS).filter((type): type is MediaType => type in NEEDS)

/**
 * What the list of models says about a model and these parts. It never stops anyone: the list may be
 * behind, and the service has the last word.
 */
export function checkModel(
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
