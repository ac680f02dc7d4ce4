import { adviceForFailure, type Failure, isServiceError } from '../../../contract/errors/failure.ts'
import type { Client } from '../../core/client/client.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { listModels, listModelsOptions } from '../../core/client/queries/models.ts'
import { queryClientOf } from '../../core/client/queries/query-client.ts'
import { QueryFailure } from '../../core/client/queries/query-failure.ts'

/** What came of asking an API for its models. */
export type ConnectionTrial =
  | { ok: true; models: number }
  | { ok: false; title: string; meaning: string }

/** Asks an API for its models (`GET /models`), which is free, and says in words what came of it. */
export async function tryConnection(
  client: Client,
  connection: Connection,
  signal: AbortSignal,
): Promise<ConnectionTrial> {
  try {
    const models = await listModels(client, connection, {}, signal)
    const { queryKey } = listModelsOptions(client, connection)
    queryClientOf(client).setQueryData(queryKey, models)
    return { ok: true, models: models.length }
  } catch (error) {
    if (!(error instanceof QueryFailure)) throw error
    return { ok: false, ...trialWords(error.failure) }
  }
}

/** A failed trial in words that fit the connection dialog. */
export function trialWords(failure: Failure): { title: string; meaning: string } {
  const { title, meaning } = adviceForFailure(failure)
  if (isServiceError(failure)) {
    const hint =
      failure.status === 401 || failure.status === 403
        ? ' Check the key, and that it belongs to this API.'
        : failure.status === 404
          ? ' Check the base URL: it often ends in /v1.'
          : ''
    return { title: `${failure.status} ${title}`, meaning: meaning + hint }
  }
  if (failure.kind === 'unexpected_answer')
    return {
      title: 'Unexpected /models response',
      meaning: '/models returned something else. Check the base URL: it often ends in /v1.',
    }
  return { title, meaning }
}
