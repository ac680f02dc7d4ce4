import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import type { Message } from '../../../../../contract/chat/messages.ts'
import { ChunkBoundary } from '../../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../../ui/feedback/lazy-component.ts'
import { loadAttachments } from '../../lazy.ts'

const SentParts = lazyComponent(() =>
  loadAttachments().then((attachments) => attachments.SentParts),
)

interface MessagePartsProps {
  messageId: string
  content: Message['content']
}

/** The parts of a message that are not plain text: what they are, looked at safely. */
export function MessageParts({ messageId, content }: MessagePartsProps) {
  if (!Array.isArray(content) || !content.some(isShown)) return null
  return (
    <ChunkBoundary>
      <SentParts messageId={messageId} parts={content.filter(isShown)} />
    </ChunkBoundary>
  )
}

/** The text of a message is shown by the message itself; a mark on it is shown here. */
function isShown(part: ContentPart): boolean {
  return part.type !== 'text' || part.cache_control !== undefined
}
