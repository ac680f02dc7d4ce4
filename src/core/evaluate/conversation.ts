import type { Message } from '../../../contract/chat/messages.ts'
import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { findModel, similarModels } from '../../../contract/models/find-model.ts'
import type { Model } from '../../../contract/models/model.ts'
import type { Attachment } from '../chat/attachments/attachment.ts'
import { checkAttachments } from '../chat/attachments/check-attachments.ts'
import type { ChatSetup } from '../chat/setup/chat-setup.ts'
import type { Client } from '../client/client.ts'
import { queryClientOf } from '../client/queries/connection-query.ts'
import { listModelsOptions } from '../client/queries/models.ts'
import { differences } from '../share/difference.ts'
import { addCases, editCase, type EditWorld } from './board-edits.ts'
import { type Board, type Case, columnLetter, type Configuration } from './board.ts'
import { connectionOf } from './run/request-of-cell.ts'

/** Whether a board is one row: a case, and what was said after it. It shows as a conversation in each column. */
export function isConversation({ cases }: Pick<Board, 'cases'>): boolean {
  return cases.length > 0 && cases.slice(1).every(({ continues }) => continues === true)
}

/** The cases that the one at an index continues, from the first. */
export function casesBefore(cases: readonly Case[], index: number): readonly Case[] {
  let first = index
  while (first > 0 && cases[first]?.continues === true) first -= 1
  return cases.slice(first, index)
}

/** A board with one more message, and the case to send: the last one, if unsent, else one that continues it. */
export function withMessage(
  world: EditWorld,
  board: Board,
  message: Message,
  wasSent: (caseId: string) => boolean,
): { board: Board; caseId: string } {
  const last = board.cases.at(-1)
  if (last?.messages !== undefined && !wasSent(last.id)) {
    const next = { ...last, messages: [...last.messages, message] }
    return { board: editCase(board, next), caseId: last.id }
  }
  const draft = { variables: last?.variables ?? {}, messages: [message] }
  const added = addCases(world, board, [
    last === undefined ? draft : { ...draft, continues: true as const },
  ])
  return { board: added, caseId: added.cases.at(-1)?.id ?? '' }
}

interface ConfigurationDifference {
  /** The wire name, or `system message`. */
  field: string
  /** The value of each configuration, in their order; undefined where it is not sent. */
  values: readonly (string | undefined)[]
}

/** The settings in which configurations differ; the model is always in view and is not listed. */
export function configurationDifferences(
  configurations: readonly ChatSetup[],
): ConfigurationDifference[] {
  const values = configurations.map(settingTexts)
  const fields = [...new Set(values.flatMap((texts) => [...texts.keys()]))]
  return fields
    .map((field) => ({ field, values: values.map((texts) => texts.get(field)) }))
    .filter((difference) => new Set(difference.values).size > 1)
}

function settingTexts({ settings, system = '' }: ChatSetup): ReadonlyMap<string, string> {
  const setup = { area: 'chat' as const, model: '', settings, messages: [], attachments: [] }
  const texts = differences(undefined, setup).flatMap(({ field, after = '' }) =>
    field === 'model' ? [] : [[field, after] as const],
  )
  return new Map(system === '' ? texts : [...texts, ['system message', system]])
}

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
