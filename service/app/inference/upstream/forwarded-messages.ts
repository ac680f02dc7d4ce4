import type { Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { partName, type Inputs, type PartFacts } from '../inputs/inputs.ts'
import { droppedImages } from '../prepare/dropped-images.ts'

/**
 * The messages as another server gets them: files as their text, fetched images as the bytes that
 * were looked at, and without the images that a single-image model does not keep.
 */
export function forwardedMessages(
  { messages }: ChatRequest,
  model: Model,
  { parts }: Inputs,
): readonly Message[] {
  const dropped = droppedImages(messages, model)
  if (parts.size === 0 && dropped.size === 0) return messages
  return messages.map((message, at): Message => {
    if (message.role !== 'user' || typeof message.content === 'string') return message
    const content = message.content.flatMap((part, index) =>
      dropped.has(partName(at, index)) ? [] : [forwarded(part, parts.get(partName(at, index)))],
    )
    return { ...message, content }
  })
}

type UserPart = Exclude<Extract<Message, { role: 'user' }>['content'], string>[number]

function forwarded(part: UserPart, facts: PartFacts | undefined): UserPart {
  if (part.type === 'image_url' && facts?.kind === 'image' && facts.dataUrl !== undefined)
    return { ...part, image_url: { ...part.image_url, url: facts.dataUrl } }
  if (part.type !== 'file' || facts?.kind !== 'file') return part
  const name = part.file.filename ?? facts.document.label
  return { type: 'text', text: `File ${JSON.stringify(name)}:\n${facts.document.text}` }
}
