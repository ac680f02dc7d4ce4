import { client } from '../../../page/client.ts'
import { startConversation } from './conversation-store.ts'

/**
 * Starts an empty conversation with the default settings and the chosen model, or with another one
 * where the API does not list that.
 */
export function startNewChat(): void {
  startConversation()
  import('../model/model-list.tsx')
    .then(({ settleModel }) => settleModel(client))
    .catch(() => undefined)
}
