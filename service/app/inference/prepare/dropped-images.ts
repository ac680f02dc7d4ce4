import type { Message } from '../../../../contract/chat/messages.ts'
import { capabilitiesOf, type Model } from '../../../../contract/models/model.ts'

/**
 * The image parts that a model does not see, named `messageIndex.partIndex`. Models for several
 * images keep those of the whole history; models for one keep only those of the last message that
 * has any (contract, "Message content").
 */
export function droppedImages(messages: readonly Message[], model: Model): ReadonlySet<string> {
  if (capabilitiesOf(model).supportsMultipleImages === true) return new Set()
  const images = messages.flatMap(({ content }, message) =>
    Array.isArray(content)
      ? content.flatMap((part, index) =>
          part.type === 'image_url' ? [{ message, name: `${message}.${index}` }] : [],
        )
      : [],
  )
  const last = images.at(-1)?.message
  return new Set(images.filter(({ message }) => message !== last).map(({ name }) => name))
}
