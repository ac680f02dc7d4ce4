import type { ComponentType } from 'react'

import type { TextSource } from '../../../ui/markdown/view/text-source.ts'

/** A response as the chat draws it, while it comes and when it is whole; it belongs to another area. */
export type ResponseText = ComponentType<{ source: TextSource }>

/** A text that no longer grows. */
export function wholeText(text: string): TextSource {
  return { text: () => text, finished: () => true, subscribe: () => () => undefined }
}
