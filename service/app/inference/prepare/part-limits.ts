import type { ContentPart } from '../../../../contract/chat/content-parts.ts'
import type { Message } from '../../../../contract/chat/messages.ts'
import { MAX_PARTS_PER_MESSAGE, MAX_VIDEOS_PER_REQUEST } from '../../../../contract/limits/sizes.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'

const TYPES = ['image_url', 'input_audio', 'video_url', 'file'] as const

/** The messages with more parts of a type than one may have, and a request with too many videos. */
export function partLimitIssues(messages: readonly Message[]): ValidationIssue[] {
  const perMessage = messages.flatMap((message, index) =>
    TYPES.flatMap((type) => {
      const count = countOf(message, type)
      const most = MAX_PARTS_PER_MESSAGE[type]
      if (count <= most) return []
      return [
        {
          path: ['messages', index, 'content'],
          code: 'too_big',
          message: `messages[${index}].content has ${count} parts of type ${type}; one message may have at most ${most}.`,
        },
      ]
    }),
  )
  const videos = messages.reduce((sum, message) => sum + countOf(message, 'video_url'), 0)
  if (videos <= MAX_VIDEOS_PER_REQUEST) return perMessage
  return [
    ...perMessage,
    {
      path: ['messages'],
      code: 'too_big',
      message: `messages has ${videos} parts of type video_url; one request may have at most ${MAX_VIDEOS_PER_REQUEST}.`,
    },
  ]
}

function countOf({ content }: Message, type: ContentPart['type']): number {
  return Array.isArray(content) ? content.filter((part) => part.type === type).length : 0
}
