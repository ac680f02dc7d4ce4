import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import { similarModels } from '../../../../contract/models/similar-models.ts'
import type { CredentialSource } from '../../client/connection/credential.ts'
import { openChosen } from '../../client/connection/open-chosen.ts'
import { listModelsOptions } from '../../client/queries/models.ts'
import { queryClientOf } from '../../client/queries/query-client.ts'
import type { SavedConnection } from '../../storage/connection/saved-connections.ts'
import type { Chat } from '../chat.ts'
import { columnConnection } from './columns.ts'
import { findColumn, updateColumn } from './comparison.ts'

/** What a column can be sent over: a saved connection, or this machine's. */
type ColumnChoice = SavedConnection | { id: string; name: string }

/**
 * Sends a column over a connection from now on; undefined: over the current one. One whose secrets
 * need not be entered is opened. Gives the column a model of it, where it lists other ones.
 */
export async function chooseColumnConnection(
  chat: Chat,
  conversationId: string,
  chosen: ColumnChoice | undefined,
  sealed: (saved: SavedConnection) => CredentialSource,
): Promise<void> {
  const { client } = chat
  openChosen(client, chosen, sealed)
  updateColumn(chat, conversationId, (column) => {
    const { connection: _, ...conversation } = column.conversation
    const named = chosen && { connection: { id: chosen.id, name: chosen.name } }
    return { ...column, conversation: { ...conversation, ...named } }
  })
  const column = findColumn(chat, conversationId)
  const connection = column && columnConnection(client, column)
  if (connection === undefined) return
  const models = await queryClientOf(client)
    .ensureQueryData(listModelsOptions(client, connection))
    .catch(() => [])
  updateColumn(chat, conversationId, (now) => {
    const { model } = now.conversation
    const id = parseModelSuffix(model).id
    const isChosen = now.conversation.connection?.id === chosen?.id
    const other = findModel(models, id) === undefined ? similarModels(models, id)[0] : undefined
    return isChosen && other !== undefined
      ? { ...now, conversation: { ...now.conversation, model: other.id } }
      : now
  })
}
