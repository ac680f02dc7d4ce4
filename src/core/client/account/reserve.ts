import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { Admission } from '../admission/admission.ts'
import type { Client } from '../client.ts'
import { queryClientOf } from '../queries/connection-query.ts'
import { listModelsOptions, maxChatCost } from '../queries/models.ts'

/**
 * Shows the most that a chat request can cost as reserved while it is under way, where the list of models is
 * there: nothing is asked for it. Never refuses.
 */
export function reserve(client: Client, chat: ChatRequest): Admission {
  return ({ connection }) => {
    let reserved = 0
    const change = (microUsd: number) => {
      reserved += microUsd
      client.accounts.update(connection, ({ reservedMicroUsd }) => ({
        reservedMicroUsd: reservedMicroUsd + microUsd,
      }))
    }
    let isOver = false
    const { queryKey } = listModelsOptions(client, connection)
    if (queryClientOf(client).getQueryData(queryKey) !== undefined)
      void maxChatCost(client, connection, chat).then((microUsd = 0) => isOver || change(microUsd))
    return {
      ok: true,
      settle: () => {
        isOver = true
        change(-reserved)
      },
    }
  }
}
