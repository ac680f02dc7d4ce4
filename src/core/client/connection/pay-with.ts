import { resetAccount } from '../account/account-store.ts'
import { type Connection, connectionStore } from './connection.ts'
import type { CredentialSource } from './credential.ts'

/** What a connection was paid with before a wallet took its place. */
let before: { baseUrl: string; credential: CredentialSource | undefined } | undefined

/** Pays the requests of the current connection from a wallet, until {@link payAsBefore}. */
export function payWithWallet(credential: CredentialSource): void {
  const { connection } = connectionStore.getState()
  if (connection === undefined) return
  if (connection.credential?.kind !== 'wallet')
    before = { baseUrl: connection.baseUrl, credential: connection.credential }
  resetAccount()
  connectionStore.setState({ connection: { ...connection, credential } })
}

/** Goes back to the key, or to nothing, that the connection had before the wallet. */
export function payAsBefore(): void {
  const { connection } = connectionStore.getState()
  if (connection?.credential?.kind !== 'wallet') return
  const { credential: _, ...rest } = connection
  const restored: Connection =
    before?.baseUrl === connection.baseUrl && before.credential !== undefined
      ? { ...rest, credential: before.credential }
      : rest
  resetAccount()
  connectionStore.setState({ connection: restored })
}
