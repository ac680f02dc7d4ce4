import { setModel } from '../../../core/chat/conversation/current-conversation.ts'
import { settleModel } from '../../../core/chat/conversation/settle-model.ts'
import { type Secrets, secretsCredential } from '../../../core/client/connection/credential.ts'
import {
  CONNECTION_COLORS,
  type SavedConnection,
  type ServerFacts,
} from '../../../core/storage/connection/saved-connections.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { savedConnections } from '../../../page/connections.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { serverAt } from '../servers.ts'
import { factsWords } from '../try-connection.ts'

/** Saves a connection and connects to it. Its secrets go to the vault, or are forgotten there. */
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
