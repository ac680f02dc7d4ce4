import { useStore } from 'zustand'

import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import { seesLastImagesOnly } from '../../../../core/chat/attachments/check/check-model.ts'
import { chat } from '../../../../page/chat.ts'
import { useModelCalled } from '../check/use-attachment-issues.ts'
import { SentPart } from './sent-part.tsx'

interface SentPartsProps {
  messageId: string
  parts: readonly ContentPart[]
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
      {parts.map((part, index) => (
        // The parts of a message keep their places.
        <SentPart
          key={index}
          part={part}
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
