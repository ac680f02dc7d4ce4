import { adviceForFailure, type Failure, isServiceError } from '../../../contract/errors/failure.ts'
import { unreadWords } from '../../../contract/models/model.ts'
import type { Client } from '../../core/client/client.ts'
import { serverFacts } from '../../core/client/connection/base-url.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { queryClientOf, QueryFailure } from '../../core/client/queries/connection-query.ts'
import { listModels, listModelsOptions } from '../../core/client/queries/models.ts'
import type { ReachDiagnosis } from '../../core/failures/test-reach.ts'
import type { ServerFacts, ServerOffer } from '../../core/storage/connection/saved-connections.ts'

/** What came of asking an API for its models. */
export type ConnectionTrial = { ok: true; facts: ServerFacts } | ({ ok: false } & TrialWords)

/** Why an API could not be connected to. */
export interface TrialWords {
  title: string
  meaning: string
  /** It wants a key, and none was given: no error, but the next thing to enter. */
  needsKey?: true
  /** What makes it work, to be run in a terminal. */
  command?: string
}

type TestAddress = (url: string) => Promise<Pick<ReachDiagnosis, 'cause' | 'words'>>

/** Asks an API for its models (`GET /models`, free) and says what came of it; undefined when aborted. */
export async function tryConnection(
  client: Client,
  connection: Connection,
  testAddress: TestAddress,
  signal: AbortSignal,
): Promise<ConnectionTrial | undefined> {
  try {
    const listing = await listModels(client, connection, {}, signal)
    const { queryKey } = listModelsOptions(client, connection)
    queryClientOf(client).setQueryData(queryKey, listing.models)
    return { ok: true, facts: serverFacts(listing) }
  } catch (error) {
    if (signal.aborted) return undefined
    if (!(error instanceof QueryFailure)) throw error
    const { failure } = error
    if (failure.kind !== 'unreachable') return { ok: false, ...trialWords(failure, connection) }
    const reach = await testAddress(`${connection.baseUrl}/models`)
    return { ok: false, ...reachWords(reach, connection) }
  }
}

/** A failed trial in words that fit the connection dialog. */
export function trialWords(
  failure: Failure,
  { credential }: Pick<Connection, 'credential'>,
): TrialWords {
  const { title, meaning } = adviceForFailure(failure)
  if (isServiceError(failure)) {
    const { status } = failure
    const isRefused = status === 401 || status === 403
    if (isRefused && credential === undefined)
      return { title: 'API key required', meaning: 'This API requires a key.', needsKey: true }
    const hint = isRefused
      ? ' Check the key, and that it belongs to this API.'
      : status === 404
        ? ' Check the base URL: it often ends in /v1. Some APIs have no /models.'
        : ''
    return { title: `${status} ${title}`, meaning: meaning + hint }
  }
  if (failure.kind === 'unexpected_answer')
    return {
      title: 'Unexpected /models response',
      meaning: '/models returned something else. Check the base URL: it often ends in /v1.',
    }
  return { title, meaning }
}

/** The same where no response could be read. With CORS in the way, the local service can forward. */
function reachWords(
  { cause, words }: Awaited<ReturnType<TestAddress>>,
  { baseUrl, credential }: Pick<Connection, 'baseUrl' | 'credential'>,
): TrialWords {
  if (cause !== 'cors') return { title: 'API unreachable', meaning: words }
  const hint =
    credential === undefined
      ? ' If it requires a key, enter it and retry. Otherwise restart'
      : ' Restart'
  return {
    title: 'Blocked by CORS',
    meaning: `${words}${hint} the local service in front of it:`,
    command: `npm start -- --upstream ${baseUrl}`,
  }
}

const ABLE: Partial<Record<ServerOffer, string>> = {
  vision: 'vision',
  tools: 'tools',
  reasoning: 'reasoning',
  search: 'web search',
}

/** What a server can do, and what its list leaves open, one sentence each. */
export function factsWords({ models, unread = 0, offers }: ServerFacts): string[] {
  if (models === undefined) return ['No model list: any model ID can be entered.']
  const able = offers.flatMap((offer) => ABLE[offer] ?? [])
  const count = models === 1 ? '1 model' : `${models} models`
  return [
    (able.length > 0 ? `${count}: ${able.join(', ')}.` : `${count}, capabilities not listed.`) +
      unreadWords(unread),
    ...(offers.includes('prices') ? [] : ['No prices: costs are unknown.']),
    ...(offers.includes('context') ? [] : ['No context lengths.']),
  ]
}
