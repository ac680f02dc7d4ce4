import { part, prefetch } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { prepareToValidate } from './use-settings-validation.ts'

/** The messages of the chat: loaded with the first sign that there will be some. */
export const Messages = part(() => import('./messages/messages.tsx'), 'Messages', {
  fallback: <Skeleton lines={4} />,
})

/**
 * Loads everything that sending and showing a response needs; called on the first sign of intent. A text is
 * shown plain until the renderer is there, so that comes last.
 */
export function prepareToSend(): void {
  prepareToValidate()
  void Messages.preload()
  prefetch(
    () => import('./model/model-list.tsx'),
    () => import('./sending.ts').then(() => import('../../ui/markdown/view/markdown.tsx')),
  )
}
