import type { Failure } from '../../../../contract/errors/failure.ts'
import { diemHeld } from '../../client/account/diem.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { balanceOwner } from '../../storage/payments/balance-readings.ts'
import type { BalanceReading } from '../../storage/payments/payment-database.ts'
import type { WalletSession } from '../session/wallet-session.ts'
import type { Wallet } from '../wallet.ts'
import { putAway } from './view-store.ts'

/** Keeps a reading of a wallet's credit and shows it. Without storage it is shown all the same. */
export async function recordBalance(wallet: Wallet, reading: BalanceReading): Promise<void> {
  // First on the screen: what is stored may take long, or never come about.
  if (currentOwner(wallet)?.id === reading.owner) {
    wallet.view.setState(({ balances }) => ({
      balances: [...balances, reading].toSorted((a, b) => a.at - b.at),
    }))
    // A receipt that says another balance is out of date.
    putAway(
      wallet,
      ({ end }) =>
        end?.state === 'credited' &&
        end.balanceMicroUsd !== undefined &&
        end.balanceMicroUsd !== reading.microUsd,
    )
  }
  showInAccount(wallet)
  await wallet.readings.save(reading).catch(() => undefined)
}

/** Reads the stored readings of the wallet in use. */
export async function loadBalances(wallet: Wallet): Promise<void> {
  const owner = currentOwner(wallet)
  if (owner === undefined) return
  const stored = await wallet.readings.list(owner.id).catch(() => [])
  if (currentOwner(wallet)?.id !== owner.id) return
  wallet.view.setState(({ balances }) => {
    const shown = balances.filter((reading) => !stored.some((known) => isSame(known, reading)))
    return { balances: [...stored, ...shown].toSorted((a, b) => a.at - b.at) }
  })
  showInAccount(wallet)
}

/** Shows the latest reading as the account's balance, while requests are paid from that wallet. */
export function showInAccount(wallet: Wallet): void {
  const { balances } = wallet.view.getState()
  const latest = balances.at(-1)
  const owner = currentOwner(wallet)
  if (latest === undefined || latest.owner !== owner?.id || !isPaying(wallet)) return
  wallet.account.showDiem(diemHeld(balances))
  if (latest.at > (wallet.account.current().balanceAt ?? 0))
    wallet.account.show(latest.microUsd, latest.at)
}

/** Keeps what responses to requests that a wallet paid for say is left. Returns the way to stop. */
export function followAccount(wallet: Wallet): () => void {
  return wallet.account.subscribe(({ balanceMicroUsd: microUsd, balanceAt: at }, before) => {
    if (microUsd === undefined || at === undefined) return
    if (at === before.balanceAt && microUsd === before.balanceMicroUsd) return
    const owner = currentOwner(wallet)
    if (owner === undefined || !isPaying(wallet)) return
    const { balances } = wallet.view.getState()
    // What came from a reading, or says what the one before said, is no news.
    if (
      balances.some((known) => isSame(known, { at, microUsd })) ||
      balances.at(-1)?.microUsd === microUsd
    )
      return
    void recordBalance(wallet, { owner: owner.id, at, microUsd, source: 'answer' })
  })
}

type Amount = Pick<BalanceReading, 'at' | 'microUsd'>

/** Two responses may come within one millisecond. */
function isSame(one: Amount, other: Amount): boolean {
  return one.at === other.at && one.microUsd === other.microUsd
}

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
