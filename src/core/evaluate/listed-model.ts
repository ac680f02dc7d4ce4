import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { findModel, similarModels } from '../../../contract/models/find-model.ts'
import type { Model } from '../../../contract/models/model.ts'
import type { Attachment } from '../chat/attachments/attachment.ts'
import { checkAttachments } from '../chat/attachments/check-attachments.ts'
import type { Client } from '../client/client.ts'
import { queryClientOf } from '../client/queries/connection-query.ts'
import { listModelsOptions } from '../client/queries/models.ts'
import { type Board, columnLetter, type Configuration } from './board.ts'
import { connectionOf } from './run/request-of-cell.ts'

type Chosen = Pick<Configuration, 'connection' | 'model'>

async function modelsOf(client: Client, { connection: chosen }: Chosen): Promise<readonly Model[]> {
  const connection = connectionOf(client, chosen)
  if (connection === undefined) return []
  return queryClientOf(client)
    .ensureQueryData(listModelsOptions(client, connection))
    .catch(() => [])
}

/** The model of a configuration, or the most similar one where its connection lists only others. */
export async function listedModel(client: Client, configuration: Chosen): Promise<string> {
  const { model } = configuration
  const models = await modelsOf(client, configuration)
  const { id } = parseModelSuffix(model)
  return (findModel(models, id) === undefined && similarModels(models, id)[0]?.id) || model
}

/** What the models of a board don't take of some attachments, as far as that is known: "B: small doesn't…". */
export async function attachmentWarnings(
  client: Client,
  { configurations, cases }: Pick<Board, 'configurations' | 'cases'>,
  attachments: readonly Attachment[],
): Promise<string[]> {
  if (attachments.length === 0) return []
  const history = cases.flatMap(({ messages = [] }) => messages)
  const warnings = await Promise.all(
    configurations.map(async (configuration, index) => {
      const models = await modelsOf(client, configuration)
      const model = findModel(models, parseModelSuffix(configuration.model).id)
      return checkAttachments(attachments, { history, models, model }).flatMap(
        ({ level, message }) => (level === 'note' ? [] : [`${columnLetter(index)}: ${message}`]),
      )
    }),
  )
  return warnings.flat()
}
