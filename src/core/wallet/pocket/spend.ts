import { countedCharge } from '../../../../contract/money.ts'
import type { PocketAccount, PocketSpend } from '../../storage/pocket/pocket-records.ts'
import { isOutdated, spendProblem, spentToday } from './limits.ts'
import type { Pocket } from './pocket-account.ts'
import { PocketFault, storedPocket } from './pocket-fault.ts'

/**
 * Counts an amount against the limits before anything is signed for it, over all tabs. What is not known counts as
 * much as one request may cost. Rejects, with nothing counted, where a limit would be passed.
 */
export async function reserveSpend(
  { world, store }: Pocket,
  account: PocketAccount,
  kind: PocketSpend['kind'],
  maxMicroUsd: number | undefined,
): Promise<{ settle: (microUsd: number | undefined) => Promise<void> }> {
  const id = world.crypto.randomUUID()
  const isInMemory = store.getState().inMemory.includes(account.id)
  const fault = await storedPocket(
    world.storage.reservePocketSpend(account.id, (stored, spends) => {
      const current = stored ?? (isInMemory ? account : undefined)
      if (current === undefined) return { refusal: new PocketFault('gone') }
      const at = world.now()
      const microUsd = countedCharge(maxMicroUsd, current.limits.perRequestMicroUsd)
      const over = spendProblem(current.limits, spends, { kind, at, microUsd })
      if (over !== undefined) return { refusal: new PocketFault(over) }
      const spend = { id, accountId: account.id, kind, at, microUsd, isSettled: false }
      const outdated = spends.filter((one) => isOutdated(one, at)).map((one) => one.id)
      return { spend, outdated }
    }),
  )
  if (fault !== undefined) throw fault
  return {
    // What is not known, or is no charge, stays the maximum; so does what can't be written.
    settle: async (charged) => {
      const microUsd = countedCharge(charged, undefined)
      if (microUsd !== undefined) await storedPocket(world.storage.settlePocketSpend(id, microUsd))
    },
  }
}

/** What an account signed for within 24 hours, micro-USD. */
export async function pocketSpending(
  { world }: Pocket,
  id: string,
): Promise<{ requestsMicroUsd: number; topUpsMicroUsd: number }> {
  const spends = await storedPocket(world.storage.listPocketSpends(id))
  const now = world.now()
  return {
    requestsMicroUsd: spentToday(spends, 'request', now),
    topUpsMicroUsd: spentToday(spends, 'top-up', now),
  }
}
