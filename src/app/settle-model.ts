import { chat } from '../page/chat.ts'

/**
 * After another API was connected: sees to it that the chat has a model of that API. Resolves to the
 * model it was given, if it needed one.
 */
export function settleModel(): Promise<string | undefined> {
  return import('../features/chat/model/model-list.tsx').then(
    (m) => m.settleModel(chat),
    () => undefined,
  )
}
