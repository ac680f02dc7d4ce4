import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import {
  findModel,
  type ModelNames,
  similarModels,
} from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { queryClientOf } from '../../client/queries/connection-query.ts'
import { listModelsOptions, modelNamesOptions } from '../../client/queries/models.ts'
import type { Chat } from '../chat.ts'
import { FIRST_MODEL } from './conversation-state.ts'
import { setModel } from './current-conversation.ts'

/**
 * Puts a model that the connected API lists in place of one that it does not know. Reads the list
 * when it is not at hand, which is free; without a list the model stays, but for the trait that a new
 * conversation begins with, which other APIs don't know. Resolves to the model that was chosen, if any.
 */
export async function settleModel(chat: Chat): Promise<string | undefined> {
  const { client } = chat
  const { connection } = client.connections.store.getState()
  const queryClient = queryClientOf(client)
  const { id, model } = chat.conversation.getState().conversation
  if (connection === undefined) return undefined
  const models = await queryClient
    .ensureQueryData(listModelsOptions(client, connection))
    .catch(() => [])
  const mapping = queryClient.getQueryData(
    modelNamesOptions(client, connection, 'compatibility_mapping').queryKey,
  )
  const isOthers = connection.kind === 'remote' && models.length === 0 && model === FIRST_MODEL
  const other = isOthers ? '' : modelInstead(models, model, mapping)
  const now = chat.conversation.getState().conversation
  // Another reading of the list, while it could not be read, may have left none.
  const isSame = now.id === id && (now.model === model || now.model === '')
  if (
    other === undefined ||
    !isSame ||
    client.connections.store.getState().connection !== connection
  )
    return undefined
  setModel(chat, other)
  return other
}

/** The model to use in place of one that is not listed; undefined when it is, or nothing else is. */
export function modelInstead(
  models: readonly Model[],
  name: string,
  mapping?: ModelNames,
): string | undefined {
  const { id } = parseModelSuffix(name)
  if (findModel(models, id, mapping) !== undefined) return undefined
  return similarModels(models, id)[0]?.id
}
