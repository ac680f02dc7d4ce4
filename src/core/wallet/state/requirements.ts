import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'
import { PAYMENT_NETWORKS, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import { saveTerms, recentTerms } from '../../storage/payments/top-up-terms.ts'
import { chainReader, usdcBalance } from '../chain/chain-reader.ts'
import { PocketFault } from '../pocket/pocket-fault.ts'
import { readOffers } from '../top-up/top-up-draft.ts'
import type { Wallet } from '../wallet.ts'
import { currentOwner, unreachable } from './balances.ts'

/** The chains on which payments to the current API may be signed: none where no chain can be. */
export function allowedNetworks({
  connections,
  view,
}: Pick<Wallet, 'connections' | 'view'>): readonly PaymentNetwork[] {
  return networksOf(connections.current(), view.getState().local)
}

/** The chains on which anything may be signed for an API; `local` are those that the local service runs. */
export function networksOf(
  connection: Pick<Connection, 'kind'> | undefined,
  local: LocalChains | null | undefined,
): readonly PaymentNetwork[] {
  const kind = connection?.kind
  // Practice is an API of this page alone, and the networks of the local service are not known yet.
  if (kind === 'practice' || (kind === 'local' && local === undefined)) return []
  // The local service's own chains only: what it advertises beside them would be somebody else's.
  return kind === 'local' && local
    ? local.chains.map(({ network }) => network)
    : PAYMENT_NETWORKS.filter(({ test }) => !test)
}

/** Whether the current API takes payments from wallets, by its own requirements alone. */
export type WalletPayments =
  | { kind: 'loading' }
  /** Nobody knows: its requirements could not be read. */
  | { kind: 'unread'; failure: Failure }
  /** It answered, and takes none. */
  | { kind: 'none' }
  /** On the networks that it named with valid terms, and that may be paid on here; there may be none. */
  | { kind: 'named'; networks: readonly PaymentNetwork[] }

/** What is known now of how the current API is paid. */
export function walletPayments(wallet: Pick<Wallet, 'connections' | 'view'>): WalletPayments {
  if (wallet.connections.current()?.kind === 'practice') return { kind: 'none' }
  const { requirements } = wallet.view.getState()
  if (requirements === undefined) return { kind: 'loading' }
  if ('failure' in requirements) {
    const { failure } = requirements
    return takesNone(failure) ? { kind: 'none' } : { kind: 'unread', failure }
  }
  const readings = readOffers(requirements, allowedNetworks(wallet))
  return {
    kind: 'named',
    networks: readings.flatMap((reading) => (reading.ok ? [reading.offer.network] : [])),
  }
}

/** A network that the current API named. Throws a {@link PocketFault} where it didn't: nothing may go there. */
export function namedNetwork(
  wallet: Pick<Wallet, 'connections' | 'view'>,
  networkId: string,
): PaymentNetwork {
  const payments = walletPayments(wallet)
  const network =
    payments.kind === 'named' ? payments.networks.find(({ id }) => id === networkId) : undefined
  if (network === undefined) throw new PocketFault('not_named')
  return network
}

/** Whether a failure is the word of an API that has no such endpoint, rather than of one in trouble. */
function takesNone(failure: Failure): boolean {
  if (!isServiceError(failure)) return failure.kind === 'unexpected_answer'
  const { status, code } = failure
  if (code === 'X402_NOT_CONFIGURED') return true
  return status === 501 || (status < 500 && ![402, 408, 425, 429].includes(status))
}

/** How old the terms may be that an amount is chosen by; they are asked for anew before the check, ms. */
export const CHOOSE_TERMS_AGE_MS = 5 * 60_000

/** How old they may be when the API cannot say them anew, for instance because it was asked too often, ms. */
const SPARE_TERMS_AGE_MS = 60_000

/** Asks how top-ups are paid unless the API said so just now. `purpose`: nobody pressed anything. */
export async function loadRequirements(
  wallet: Pick<Wallet, 'api' | 'connections' | 'view'>,
  maxAgeMs: number,
  purpose?: 'background',
): Promise<void> {
  const connection = wallet.connections.current()
  if (connection === undefined || connection.kind === 'practice') return
  if (wallet.view.getState().isLoadingRequirements) return
  const { baseUrl } = connection
  const recent = recentTerms(baseUrl, maxAgeMs)
  if (recent !== undefined) return wallet.view.setState({ requirements: recent })
  wallet.view.setState({ isLoadingRequirements: true })
  const answer = await wallet.api
    .topUpRequirements(connection, new AbortController().signal, purpose)
    .catch(() => unreachable(new URL(baseUrl)))
  if ('required' in answer) saveTerms(baseUrl, answer)
  if (wallet.connections.current()?.baseUrl !== baseUrl) return
  const spare = recentTerms(baseUrl, SPARE_TERMS_AGE_MS)
  wallet.view.setState({
    isLoadingRequirements: false,
    requirements: 'required' in answer ? answer : (spare ?? { kind: 'failed', failure: answer }),
  })
}

/** Reads the wallet's own USDC on every chain of its family that can be read. */
export async function readUsdc(wallet: Wallet): Promise<void> {
  const owner = currentOwner(wallet)
  if (owner === undefined) return
  const { session, id } = owner
  const found = await Promise.all(
    allowedNetworks(wallet)
      .filter(({ family }) => family === session.family)
      .map(async (network): Promise<[string, bigint | 'unreadable']> => {
        const read = usdcBalance(wallet, network, session.address).catch(() => undefined)
        return [network.id, (await read) ?? 'unreadable']
      }),
  )
  if (currentOwner(wallet)?.id !== id) return
  wallet.view.setState({ usdc: Object.fromEntries(found) })
  await readCode(wallet, session.address)
}

async function readCode(wallet: Wallet, address: string): Promise<void> {
  const network = allowedNetworks(wallet).find(({ family }) => family === 'evm')
  const rpc = network && address.startsWith('0x') ? chainReader(wallet, network) : undefined
  const hasCode =
    rpc === undefined
      ? false
      : await import('../chain/evm-reads.ts')
          .then(({ isContract }) => isContract(rpc, address))
          .catch(() => false)
  if (wallet.session.getState().session?.address === address)
    wallet.view.setState({ isContractWallet: hasCode })
}
