import type { ContentPart } from '../../../contract/chat/messages.ts'
import type { AttachmentSlot, ChatSetup } from './setup.ts'

/**
 * The setup with a slot filled: the part is put where it was when the setup was made. Slots before
 * it in the same message that are still empty are counted out of its place.
 */
export function fillSlot(setup: ChatSetup, slot: AttachmentSlot, part: ContentPart): ChatSetup {
  const emptyBefore = setup.attachments.filter(
    (other) => other.message === slot.message && other.part < slot.part,
  ).length
  const messages = setup.messages.map((message, index) => {
    if (index !== slot.message || message.role !== 'user') return message
    const content =
      typeof message.content === 'string'
        ? [{ type: 'text' as const, text: message.content }]
        : message.content
    return { ...message, content: content.toSpliced(slot.part - emptyBefore, 0, part) }
  })
  return { ...setup, messages, attachments: setup.attachments.filter((other) => other !== slot) }
}
