import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import { similarModels } from '../../../contract/models/similar-models.ts'
import type { Client } from '../client/client.ts'
import { listModelsOptions } from '../client/queries/models.ts'
import { queryClientOf } from '../client/queries/query-client.ts'
import type { Configuration } from './board.ts'
import { connectionOf } from './run/connection-of.ts'

/** The model of a configuration, or the most similar one where its connection lists only others. */
export async function listedModel(
  client: Client,
  { connection: chosen, model }: Pick<Configuration, 'connection' | 'model'>,
): Promise<string> {
  const connection = connectionOf(client, chosen)
  if (connection === undefined) return model
  const models = await queryClientOf(client)
    .ensureQueryData(listModelsOptions(client, connection))
    .catch(() => [])
  const { id } = parseModelSuffix(model)
  return (findModel(models, id) === undefined && similarModels(models, id)[0]?.id) || model
}
