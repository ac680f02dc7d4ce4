import type { Failure } from '../../../../contract/errors/failure.ts'
import { PAYMENT_NETWORKS, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import type { LocalChains } from '../../client/connection/wallet-config.ts'
import { keepTerms, recentTerms } from '../../storage/payments/top-up-terms.ts'
import { chainReader } from '../chain/chain-reader.ts'
import { solanaUsdcBalance } from '../chain/solana-reads.ts'
import { walletStore } from '../session/wallet-session.ts'
import type { WalletWorld } from '../world.ts'
import { areaStore } from './area-store.ts'
import { currentOwner } from './owner.ts'

/** The chains on which payments to the current API may be signed. */
export function allowedNetworks(
  world: Pick<WalletWorld, 'connections'>,
): readonly PaymentNetwork[] {
  const { local } = areaStore.getState()
  const isLocal = currentOwner(world)?.connection.kind === 'local'
  // The local service's own chains only: what it advertises beside them would be somebody else's.
  return isLocal && local
    ? local.chains.map(({ network }) => network)
    : PAYMENT_NETWORKS.filter(({ test }) => !test)
}

/** How old the terms may be that an amount is chosen by; they are asked for anew before the check, ms. */
export const CHOOSE_TERMS_AGE_MS = 5 * 60_000

/** How old they may be when the API cannot say them anew, for instance because it was asked too often, ms. */
const SPARE_TERMS_AGE_MS = 60_000

/** Asks the API how top-ups are paid unless it said so just now, and keeps the answer for the screen. */
export async function askRequirements(world: WalletWorld, maxAgeMs: number): Promise<void> {
  const owner = currentOwner(world)
  if (owner === undefined || areaStore.getState().isAskingRequirements) return
  const { baseUrl } = owner.connection
  const recent = recentTerms(baseUrl, maxAgeMs)
  if (recent !== undefined) return areaStore.setState({ requirements: recent })
  areaStore.setState({ isAskingRequirements: true })
  const answer = await world.api
    .topUpRequirements(owner.connection, new AbortController().signal)
    .catch((): Failure => ({
      kind: 'unreachable',
      message: `No answer could be read from ${owner.origin}.`,
    }))
  if ('required' in answer) keepTerms(baseUrl, answer)
  if (currentOwner(world)?.id !== owner.id) return
  const spare = recentTerms(baseUrl, SPARE_TERMS_AGE_MS)
  areaStore.setState({
    isAskingRequirements: false,
    requirements: 'required' in answer ? answer : (spare ?? { kind: 'failed', failure: answer }),
  })
}

/** Reads the wallet's own USDC on every chain of its family that can be read. */
export async function readUsdc(world: WalletWorld): Promise<void> {
  const owner = currentOwner(world)
  if (owner === undefined) return
  const { session, id } = owner
  const local = areaStore.getState().local ?? undefined
  const found = await Promise.all(
    allowedNetworks(world)
      .filter(({ family }) => family === session.family)
      .map(async (network): Promise<[string, bigint | 'unreadable']> => {
        const rpc = chainReader(network, local, world)
        if (rpc === undefined) return [network.id, 'unreadable']
        const read =
          network.family === 'evm'
            ? import('../chain/evm-reads.ts').then(({ evmUsdcBalance }) =>
                evmUsdcBalance(rpc, network.asset, session.address),
              )
            : import('../chain/usdc-transfer.ts').then(({ tokenAccountOf }) =>
                solanaUsdcBalance(rpc, tokenAccountOf(session.address, network.asset)),
              )
        return [network.id, await read.catch(() => 'unreadable' as const)]
      }),
  )
  if (currentOwner(world)?.id !== id) return
  areaStore.setState({ usdc: Object.fromEntries(found) })
  await readCode(world, session.address, local)
}

async function readCode(
  world: WalletWorld,
  address: string,
  local: LocalChains | undefined,
): Promise<void> {
  const network = allowedNetworks(world).find(({ family }) => family === 'evm')
  const rpc = network && address.startsWith('0x') ? chainReader(network, local, world) : undefined
  const hasCode =
    rpc === undefined
      ? false
      : await import('../chain/evm-reads.ts')
          .then(({ isContract }) => isContract(rpc, address))
          .catch(() => false)
  if (walletStore.getState().session?.address === address)
    areaStore.setState({ isContractWallet: hasCode })
}
