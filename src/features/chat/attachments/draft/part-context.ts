import { parseModelSuffix } from '../../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../../contract/models/find-model.ts'
import type { Model } from '../../../../../contract/models/model.ts'
import { messagesOf } from '../../../../core/chat/request/request-body.ts'
import type { Connection } from '../../../../core/client/connection/connections.ts'
import { listModelsOptions } from '../../../../core/client/queries/models.ts'
import type { MessageRecord } from '../../../../core/storage/conversations/conversation.ts'
import { client } from '../../../../page/client.ts'
import { queryClient } from '../../../../page/query-client.ts'
import type { PartContext } from '../check/part-counts.ts'

/** A conversation that a message goes to: the chat's own, or a column of a comparison. */
export interface PartScope {
  /** As written in the picker. */
  model: string
  messages: readonly MessageRecord[]
}

/** What stands around parts that are sent to a conversation, as far as the models are known. */
export function partContext(connection: Connection, scope: PartScope): PartContext {
  return contextIn(
    queryClient.getQueryData(listModelsOptions(client, connection).queryKey) ?? [],
    scope,
  )
}

/** As {@link partContext}, with these models. */
export function contextIn(
  models: readonly Model[],
  { model, messages }: PartScope,
): PartContext & { model: Model | undefined } {
  return {
    history: messagesOf(messages),
    models,
    model: findModel(models, parseModelSuffix(model).id),
  }
}
