import type { BalanceReading } from '../../storage/payments/payment-database.ts'
import type { WalletWorld } from '../world.ts'
import { areaStore } from './area-store.ts'
import { currentOwner, isPaying } from './owner.ts'

type World = Pick<WalletWorld, 'account' | 'connections' | 'readings'>

/** Keeps a reading of a wallet's credit and shows it. Without storage it is shown all the same. */
export async function recordBalance(world: World, reading: BalanceReading): Promise<void> {
  // First on the screen: what is stored may take long, or never come about.
  if (currentOwner(world)?.id === reading.owner)
    areaStore.setState(({ balances }) => ({ balances: [...balances, reading] }))
  showInAccount(world)
  await world.readings.save(reading).catch(() => undefined)
}

/** Reads the stored readings of the wallet in use. */
export async function loadBalances(world: World): Promise<void> {
  const owner = currentOwner(world)
  if (owner === undefined) return
  const stored = await world.readings.list(owner.id).catch(() => [])
  if (currentOwner(world)?.id !== owner.id) return
  areaStore.setState(({ balances }) => {
    const known = new Set(stored.map(({ at }) => at))
    return {
      balances: [...stored, ...balances.filter(({ at }) => !known.has(at))].toSorted(
        (a, b) => a.at - b.at,
      ),
    }
  })
  showInAccount(world)
}

/** Shows the latest reading as the account's balance, while requests are paid from that wallet. */
export function showInAccount(world: World): void {
  const latest = areaStore.getState().balances.at(-1)
  const owner = currentOwner(world)
  if (latest === undefined || latest.owner !== owner?.id || !isPaying(world)) return
  if (latest.at > (world.account.current().balanceAt ?? 0))
    world.account.show(latest.microUsd, latest.at)
}

/** Keeps what responses to requests that a wallet paid for say is left. Returns the way to stop. */
export function followAccount(world: World): () => void {
  return world.account.subscribe(({ balanceMicroUsd, balanceAt }, before) => {
    if (balanceMicroUsd === undefined || balanceAt === undefined || balanceAt === before.balanceAt)
      return
    const owner = currentOwner(world)
    if (owner === undefined || !isPaying(world)) return
    const { balances } = areaStore.getState()
    // What came from a reading, or says what the one before said, is no news.
    if (
      balances.some(({ at }) => at === balanceAt) ||
      balances.at(-1)?.microUsd === balanceMicroUsd
    )
      return
    void recordBalance(world, {
      owner: owner.id,
      at: balanceAt,
      microUsd: balanceMicroUsd,
      source: 'answer',
    })
  })
}
