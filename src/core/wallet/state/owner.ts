import type { Failure } from '../../../../contract/errors/failure.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { balanceOwner } from '../../storage/payments/balance-readings.ts'
import type { WalletSession } from '../session/wallet-session.ts'
import type { Wallet } from '../wallet.ts'

/** The API and the wallet that the area is about, now. */
export interface Owner {
  connection: Connection
  session: WalletSession
  /** Of the API. */
  origin: string
  /** Of the API, with the port; behind a relay of the one that it passes requests to. */
  host: string
  /** Both as one text, see `balanceOwner`. */
  id: string
}

/** Undefined while there is no API or no wallet. */
export function currentOwner({
  connections,
  session,
}: Pick<Wallet, 'connections' | 'session'>): Owner | undefined {
  return ownerOf(connections.current(), session.getState().session)
}

/** Whether requests are paid from a wallet. */
export function isPaying({ connections }: Pick<Wallet, 'connections'>): boolean {
  return connections.current()?.credential?.kind === 'wallet'
}

/** The failure of a request to this API that brought nothing back. */
export function unreachable({ origin }: Pick<Owner, 'origin'>): Failure {
  return { kind: 'unreachable', message: `No response from ${origin}.` }
}

/** The API and the wallet as one. */
export function ownerOf(
  connection: Connection | undefined,
  session: WalletSession | undefined,
): Owner | undefined {
  if (connection === undefined || session === undefined) return undefined
  const { origin } = new URL(connection.baseUrl)
  const { host } = new URL(connection.upstreamOrigin ?? origin)
  return { connection, session, origin, host, id: balanceOwner(origin, session.address) }
}
