import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import type { Message } from '../../../../../contract/chat/messages.ts'
import type { Model } from '../../../../../contract/models/model.ts'
import type { DraftPart } from '../draft/draft-part.ts'

/** What stands around the parts that are checked. */
export interface PartContext {
  /** The messages that are sent before this one. */
  history: readonly Message[]
  /** The model that will be asked, when the list has it. */
  model?: Model | undefined
  /** The others that could be. */
  models: readonly Model[]
}

/** The `type` of the contract for each kind of part. */
const PART_TYPES = {
  text: 'text',
  image: 'image_url',
  audio: 'input_audio',
  video: 'video_url',
  file: 'file',
} as const satisfies Record<Exclude<DraftPart['kind'], 'pending'>, ContentPart['type']>

/** How many parts of a type of the contract a message has. */
export function countOf({ content }: Message, type: ContentPart['type']): number {
  return Array.isArray(content) ? content.filter((part) => part.type === type).length : 0
}

/** The drafts that will be sent as a type of the contract. */
export function ofType(parts: readonly DraftPart[], type: ContentPart['type']): DraftPart[] {
  return parts.filter((part) => part.kind !== 'pending' && PART_TYPES[part.kind] === type)
}
