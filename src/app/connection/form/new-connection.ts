import {
  adviceForFailure,
  type Failure,
  isServiceError,
} from '../../../../contract/errors/failure.ts'
import { type HeaderList, headerValue } from '../../../../contract/headers/header-list.ts'
import { unreadWords } from '../../../../contract/models/model.ts'
import { setModel } from '../../../core/chat/conversation/current-conversation.ts'
import { settleModel } from '../../../core/chat/conversation/settle-model.ts'
import type { Client } from '../../../core/client/client.ts'
import { serverFacts } from '../../../core/client/connection/base-url.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import {
  type CredentialSource,
  type Secrets,
  secretsCredential,
} from '../../../core/client/connection/credential.ts'
import { readExtraHeaders, UNCHANGED } from '../../../core/client/connection/extra-headers.ts'
import { queryClientOf } from '../../../core/client/queries/connection-query.ts'
import { listModels, listModelsOptions } from '../../../core/client/queries/models.ts'
import { QueryFailure } from '../../../core/client/queries/query-failure.ts'
import type { ReachDiagnosis } from '../../../core/failures/test-reach.ts'
import {
  CONNECTION_COLORS,
  type SavedConnection,
  type ServerFacts,
  type ServerOffer,
} from '../../../core/storage/connection/saved-connections.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { savedConnections } from '../../../page/connections.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'

/** A name for a connection that was given none: its server or host, with a number where that is taken. */
export function defaultName(others: readonly SavedConnection[], baseUrl: string): string {
  const base = serverAt(baseUrl) ?? new URL(baseUrl).host
  const names = new Set(others.map(({ name }) => name))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`
    if (!names.has(name)) return name
  }
}

/** The color that the fewest connections have. */
export function freeColor(others: readonly SavedConnection[]): number {
  const counts = Array.from(
    { length: CONNECTION_COLORS },
    (_, color) => others.filter((other) => other.color === color).length,
  )
  return counts.indexOf(Math.min(...counts))
}

/** The connection that one is meant to be which is added once more: to the same server, without a key. */
export function sameServer(
  others: readonly SavedConnection[],
  { name, baseUrl, usesKey }: Pick<SavedConnection, 'name' | 'baseUrl' | 'usesKey'>,
): SavedConnection | undefined {
  return others.find(
    (other) =>
      !usesKey &&
      !other.usesKey &&
      other.baseUrl === baseUrl &&
      (name.trim() === '' || name.trim() === other.name),
  )
}

/**
 * Saves a connection as the form has it and connects to it. Its secrets go to the vault if they are to
 * be remembered, and are forgotten there if they no longer are.
 */
export function finishConnecting(
  connection: SavedConnection,
  secrets: Secrets,
  facts: ServerFacts,
  earlier: SavedConnection | undefined,
): void {
  const { isRemembered = false, ...rest } = connection
  const { origin } = new URL(connection.baseUrl)
  const wasRemembered = earlier?.isRemembered === true
  const isStillRemembered = wasRemembered && new URL(earlier.baseUrl).origin === origin
  savedConnections.save({ ...rest, ...(isStillRemembered && { isRemembered: true }), facts })
  savedConnections.saveOpen(connection.id)
  client.connections.connectRemote(connection, secretsCredential(secrets, origin))
  void chooseModel(connection.name, facts, secrets.apiKey !== '')
  if (isRemembered || wasRemembered)
    void import('../../vault/vault-acts.ts').then((m) =>
      m.rememberSecrets(connection.id, isRemembered && secrets),
    )
}

/** Sees to it that the chat requests a model that the API has; without a list only a person knows one. */
async function chooseModel(name: string, facts: ServerFacts, hasKey: boolean): Promise<void> {
  const [words = ''] = factsWords(facts)
  if ((facts.models ?? 0) === 0) {
    setModel(chat, '')
    showToast(`Connected to ${name}. It lists no models: enter a model ID.`)
    return
  }
  const chosen = await settleModel(chat)
  const choice = chosen === undefined ? '' : ` The chat now uses ${chosen}.`
  // Many APIs list their models for any key, so a list proves nothing about it.
  const key = hasKey ? ' The API key is checked with the first request.' : ''
  showToast(`Connected to ${name}. ${words}${choice}${key}`)
}

/** What the connection form says about authentication, as a person wrote it. */
interface WrittenSecrets {
  /** '' means that the key stays as it is. */
  apiKey: string
  /** One `Name: value` per line. */
  headers: string
}

type SecretsReading =
  | { ok: true; secrets: Secrets; plain: HeaderList }
  /** What is wrong with the headers. */
  | { ok: false; problem: string }

/**
 * Reads what authenticates a connection; what was left unchanged comes from `present`, the credential
 * it has in this tab. Rejects with a `VaultFault` when that can't be read.
 */
export async function readFormSecrets(
  { apiKey, headers }: WrittenSecrets,
  present: Pick<CredentialSource, 'authorize'> | undefined,
  url: string,
): Promise<SecretsReading> {
  const written = readExtraHeaders(headers)
  if (!written.ok) return { ok: false, problem: written.message }
  const { plain, secret } = written
  const isPresentNeeded = apiKey === '' || secret.some(([, value]) => value === UNCHANGED)
  const earlier =
    (isPresentNeeded ? await present?.authorize({ method: 'GET', url }, never) : undefined) ?? []
  const values = secret.map(
    ([name, value]) =>
      [name, value === UNCHANGED ? (headerValue(earlier, name) ?? '') : value] as const,
  )
  const missing = values.find(([, value]) => value === '')?.[0]
  if (missing !== undefined) return { ok: false, problem: `Enter the value of ${missing} again.` }
  return { ok: true, secrets: { apiKey: apiKey || bearerOf(earlier), headers: values }, plain }
}

const never = new AbortController().signal

function bearerOf(headers: HeaderList): string {
  return (headerValue(headers, 'authorization') ?? '').replace(/^Bearer /, '')
}

/** The headers of a connection as they can be shown: secret values are not. */
export function headersText(saved: SavedConnection | undefined): string {
  if (saved === undefined) return ''
  return [
    ...saved.headers.map(([header, value]) => `${header}: ${value}`),
    ...saved.secretHeaders.map((header) => `${header}: ${UNCHANGED}`),
  ].join('\n')
}

/** A server that people often connect to, by where it usually is. */
interface Server {
  name: string
  baseUrl: string
}

/** What the combobox "Server" offers: those on this machine by their default port, then the hosted. */
export const SERVERS: Readonly<Record<string, readonly Server[]>> = {
  'This machine': [
    { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
    { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
    { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
    { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
    { name: 'LiteLLM', baseUrl: 'http://127.0.0.1:4000/v1' },
  ],
  Hosted: [
    { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
    { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
    { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1' },
    { name: 'Together', baseUrl: 'https://api.together.xyz/v1' },
    { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1' },
  ],
}

/** The name of the server at a base URL: "Ollama"; undefined for any other. */
export function serverAt(baseUrl: string): string | undefined {
  const wanted = baseUrl
    .trim()
    .replace(/(?<!\/)\/+$/, '')
    .replace('//localhost:', '//127.0.0.1:')
  return Object.values(SERVERS)
    .flat()
    .find((server) => server.baseUrl === wanted)?.name
}

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

/** Finds out why no response could be read from a URL. */
type TestAddress = (url: string) => Promise<Pick<ReachDiagnosis, 'cause' | 'words'>>

/**
 * Asks an API for its models (`GET /models`), which is free, and says in words what came of it;
 * undefined when it was aborted.
 */
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
