import { settleModel } from '../../core/chat/conversation/settle-model.ts'
import { loadOpenApi } from '../../core/storage/connection/other-api.ts'
import { localText } from '../../core/storage/db/browser-storage.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { isAllowedOrigin } from './allowed-origin.ts'

/**
 * Connects to the API that an earlier visit used without a key, if the page may still contact it. A
 * chat that has not begun gets one of its models. Returns whether there was one.
 */
export function reopenApi(): boolean {
  const api = loadOpenApi(localText)
  const { config } = client.connections.store.getState()
  if (api === undefined || !isAllowedOrigin(new URL(api.baseUrl).origin, location.origin, config))
    return false
  client.connections.connectRemote({ ...api, apiKey: '' })
  if (chat.conversation.getState().messages.length === 0) void settleModel(chat)
  return true
}
