import type { Connection } from '../../../core/client/connection/connections.ts'
import { balanceOwner } from '../../../core/storage/payments/balance-readings.ts'
import { client } from '../../../page/client.ts'
import { walletStore, type WalletSession } from '../session/wallet-session.ts'

/** The API and the wallet that the area is about, now. */
export interface Owner {
  connection: Connection
  session: WalletSession
  /** Of the API. */
  origin: string
  /** Of the API, with the port. */
  host: string
  /** Both as one text, see `balanceOwner`. */
  id: string
}

/** Undefined while there is no API or no wallet. */
export function currentOwner(): Owner | undefined {
  return ownerOf(client.connections.store.getState().connection, walletStore.getState().session)
}

/** The API and the wallet as one. */
export function ownerOf(
  connection: Connection | undefined,
  session: WalletSession | undefined,
): Owner | undefined {
  if (connection === undefined || session === undefined) return undefined
  const { origin, host } = new URL(connection.baseUrl)
  return { connection, session, origin, host, id: balanceOwner(origin, session.address) }
}
