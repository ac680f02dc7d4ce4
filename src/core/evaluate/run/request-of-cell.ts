import type { Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { validateRequest } from '../../chat/request/validate-request.ts'
import { fillMessage } from '../../chat/request/variables.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import {
  type Board,
  type Case,
  cellKey,
  type CellRecord,
  type Configuration,
  contentHash,
} from '../board.ts'

/** The request of a cell, or why it would not be valid. */
export type CellRequest =
  | { ok: true; request: ChatRequest; hash: string }
  | { ok: false; issues: readonly ValidationIssue[] }

/** Where a cell is on its board. */
export interface CellPlace {
  case: Case
  configuration: Configuration
  repeat: number
  /** The cases that it continues, from the first. */
  before?: readonly Case[]
}

/**
 * The request of a cell: the system message, what was said before in this column, then the messages of the case
 * or the prompt of the board, with variables replaced, and the settings. It streams unless the settings say otherwise, so that the first token
 * is timed. `records` are those of the board, by `cellKey`. `hash` identifies the request, its headers and the
 * connection it is for, and behind that the base URL: results of earlier versions have only the first part.
 */
export function requestOfCell(
  board: Pick<Board, 'prompt'>,
  { case: row, configuration, repeat, before = [] }: CellPlace,
  connection: Pick<Connection, 'id' | 'baseUrl'> | undefined,
  records: ReadonlyMap<string, CellRecord> = new Map(),
): CellRequest {
  const { model, settings, system, headers = [] } = configuration
  const instructions: readonly Message[] =
    system === undefined || system === '' ? [] : [{ role: 'system', content: system }]
  const filled = [
    ...instructions.map((message) => fillMessage(message, row.variables)),
    ...before.flatMap((earlier) => {
      const cell = { caseId: earlier.id, configurationId: configuration.id, repeat }
      const record = records.get(cellKey(cell))
      // To a column that is new nothing was said before.
      return record === undefined
        ? []
        : [
            ...filledMessages(board, earlier),
            // What a model wrote has no variables.
            ...responseMessages(record).map((message) => ({ message, missing: [] })),
          ]
    }),
    ...filledMessages(board, row),
  ]
  const missing = new Set(filled.flatMap((message) => message.missing))
  if (missing.size > 0) return { ok: false, issues: [...missing].map(missingVariable) }
  const reading = validateRequest({
    model,
    messages: filled.map(({ message }) => message),
    stream: true,
    ...settings,
  })
  if (!reading.ok) return reading
  const { request } = reading
  const hash = contentHash({ request, headers, connectionId: connection?.id })
  return { ok: true, request, hash: hash + contentHash(connection?.baseUrl ?? null) }
}

function filledMessages(board: Pick<Board, 'prompt'>, row: Case) {
  return writtenMessages(board, row).map((message) => fillMessage(message, row.variables))
}

/** The messages of a case, or the prompt, with their variables. */
export function writtenMessages(
  { prompt }: Pick<Board, 'prompt'>,
  { messages }: Case,
): readonly Message[] {
  return messages ?? [{ role: 'user', content: prompt }]
}

function responseMessages({ response, partial = '' }: CellRecord): Message[] {
  const content = response?.text ?? partial
  return content === '' ? [] : [{ role: 'assistant', content }]
}

function missingVariable(name: string): ValidationIssue {
  return {
    path: ['messages'],
    code: 'variable',
    message: `No value for variable ${name}. Enter one in the case, or escape it as \\{{${name}}}.`,
  }
}

/** The connection that something is sent over: the current one unless another was chosen and is open. */
export function connectionOf(
  { connections }: Pick<Client, 'connections'>,
  chosen: { id: string } | undefined,
): Connection | undefined {
  const { open, connection } = connections.store.getState()
  return chosen === undefined ? connection : open.find(({ id }) => id === chosen.id)
}

/** What to do where {@link connectionOf} has none. */
export function missingConnection(chosen: { name: string } | undefined): string {
  return chosen === undefined
    ? 'Connect to an API first.'
    : `Connect to ${chosen.name} first, or choose another connection.`
}
