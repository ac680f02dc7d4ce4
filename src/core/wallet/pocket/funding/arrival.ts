import { networkOf } from '../../../../../contract/wallet/networks.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { usdcBalance } from '../../chain/usdc-balance.ts'
import { aborted } from '../../wait.ts'
import type { Wallet } from '../../wallet.ts'

/** How a network is watched: by a page whose wallet may go away meanwhile. */
type ArrivalWallet = Pick<Wallet, 'connections' | 'drivers' | 'session' | 'view' | 'sleep'>

/** How often the network is read, ms. */
export const READ_EVERY_MS = 2000

/** After so many failed reads in a row a person is asked to press "Check". */
const MAX_FAILED_READS = 3

/** What came of waiting for USDC. */
export type Arrival =
  | { state: 'arrived'; atomic: bigint }
  /** Nobody can read the network now: press "Check" to try again. */
  | { state: 'unreadable' }
  | { state: 'stopped' }

/** The USDC of an account on its network, atomic; undefined when it cannot be read, which is not zero. */
export async function pocketUsdc(
  wallet: Pick<Wallet, 'connections' | 'drivers' | 'session' | 'view'>,
  { networkId, address }: Pick<PocketAccount, 'networkId' | 'address'>,
): Promise<bigint | undefined> {
  const network = networkOf(networkId)
  return network && usdcBalance(wallet, network, address).catch(() => undefined)
}

/**
 * Watches an account until it has more USDC than `moreThan`, atomic. Reads only: whoever sends may be a wallet on a
 * phone or an exchange. `onRead` is called with each balance that was read.
 */
export async function watchArrival(
  wallet: ArrivalWallet,
  account: Pick<PocketAccount, 'networkId' | 'address'>,
  given: { moreThan: bigint; signal: AbortSignal; onRead?: (atomic: bigint) => void },
): Promise<Arrival> {
  const { moreThan, signal, onRead } = given
  const stopped = aborted(signal)
  for (let failed = 0; !signal.aborted;) {
    const atomic = await Promise.race([pocketUsdc(wallet, account), stopped])
    if (signal.aborted) break
    failed = atomic === undefined ? failed + 1 : 0
    if (failed >= MAX_FAILED_READS) return { state: 'unreadable' }
    if (atomic !== undefined) {
      onRead?.(atomic)
      if (atomic > moreThan) return { state: 'arrived', atomic }
    }
    await Promise.race([wallet.sleep(READ_EVERY_MS), stopped])
  }
  return { state: 'stopped' }
}
