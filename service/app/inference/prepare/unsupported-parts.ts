import type { ContentPart } from '../../../../contract/chat/content-parts.ts'
import type { Message } from '../../../../contract/chat/messages.ts'
import {
  capabilitiesOf,
  type Model,
  type ModelCapabilities,
} from '../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'

const NEEDS: Readonly<
  Record<
    Exclude<ContentPart['type'], 'text'>,
    { capability: keyof ModelCapabilities; what: string }
  >
> = {
  image_url: { capability: 'supportsVision', what: 'images' },
  input_audio: { capability: 'supportsAudioInput', what: 'audio' },
  video_url: { capability: 'supportsVideoInput', what: 'video' },
  file: { capability: 'supportsFileInput', what: 'files' },
}

/**
 * The content parts that a model cannot take (contract: "Non-multimodal models reject image
 * content"). Only what a model denies counts: another server's models often say nothing.
 */
export function unsupportedParts(messages: readonly Message[], model: Model): ValidationIssue[] {
  const capabilities = capabilitiesOf(model)
  return messages.flatMap(({ content }, message) =>
    Array.isArray(content)
      ? content.flatMap((part, index) => {
          if (part.type === 'text') return []
          const { capability, what } = NEEDS[part.type]
          if (capabilities[capability] !== false) return []
          return [
            {
              path: ['messages', message, 'content', index],
              code: 'custom',
              message: `messages[${message}].content[${index}] is of type ${part.type}; the model ${model.id} does not take ${what}.`,
            },
          ]
        })
      : [],
  )
}
