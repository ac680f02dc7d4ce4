import type { Message } from '../../src/contract/chat/messages.ts'
import { capabilitiesOf, type Model } from '../../src/contract/models/model.ts'

/** Which image parts a model sees, named `messageIndex.partIndex`. */
export interface KeptImages {
  kept: ReadonlySet<string>
  dropped: ReadonlySet<string>
}

/**
 * Models for several images keep those of the whole history; models for one keep only those of the
 * last message that has any (contract, "Message content").
 */
export function keptImages(messages: readonly Message[], model: Model): KeptImages {
  const images = messages.flatMap(({ content }, message) =>
    Array.isArray(content)
      ? content.flatMap((part, index) =>
          part.type === 'image_url' ? [{ message, name: `${message}.${index}` }] : [],
        )
      : [],
  )
  const last = images.at(-1)?.message
  const keepsAll = capabilitiesOf(model).supportsMultipleImages === true
  const isKept = (message: number) => keepsAll || message === last
  return {
    kept: new Set(images.filter(({ message }) => isKept(message)).map(({ name }) => name)),
    dropped: new Set(images.filter(({ message }) => !isKept(message)).map(({ name }) => name)),
  }
}
