import { part, prefetch } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { prepareToValidate } from './use-settings-validation.ts'

/** The messages of the chat: loaded with the first sign that there will be some. */
export const Messages = part(() => import('./messages/messages.tsx'), 'Messages', {
  fallback: <Skeleton lines={4} />,
})

/** Loads what sending and showing a response needs. The renderer comes last: text is plain until then. */
export function prepareToSend(): void {
  prepareToValidate()
  void Messages.preload()
  prefetch(
    () => import('./model/model-list.tsx'),
    () => import('./sending.ts').then(() => import('../../ui/markdown/view/markdown.tsx')),
  )
}
