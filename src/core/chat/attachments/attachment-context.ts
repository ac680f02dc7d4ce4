import type { ContentPart, Message } from '../../../../contract/chat/messages.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import { messagesOf } from '../request/request-body.ts'
import type { Attachment } from './attachment.ts'

/** A conversation that a message goes to. */
export interface AttachmentScope {
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

/** How many parts of a type of the contract a message has. */
export function countOf({ content }: Message, type: ContentPart['type']): number {
  return Array.isArray(content) ? content.filter((part) => part.type === type).length : 0
}

/** The attachments that will be sent as a type of the contract. */
export function ofType(list: readonly Attachment[], type: ContentPart['type']): Attachment[] {
  return list.filter(({ kind }) => kind !== 'pending' && PART_TYPES[kind] === type)
}
