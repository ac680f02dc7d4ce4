import { localText } from '../../../storage/db/browser-storage.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { readUsdc } from '../../state/requirements.ts'
import { aborted } from '../../wait.ts'
import type { Wallet } from '../../wallet.ts'
import { pocketUsdc, READ_EVERY_MS } from './arrival.ts'

/** How long a transfer that was not seen to arrive counts as on its way, ms. */
const ON_ITS_WAY_MS = 10 * 60_000

interface PendingFunding {
  /** Unix ms. */
  at: number
  /** What the account has once it arrived, atomic. */
  expectedAtomic: number
}

/** What an account will have once the last funding arrived, atomic; zero when none is on its way. */
export function expectedUsdc(accountId: string, nowMs: number): number {
  const stored = localText.loadJson(keyOf(accountId))
  if (typeof stored !== 'object' || stored === null) return 0
  const at: unknown = Reflect.get(stored, 'at')
  const expected: unknown = Reflect.get(stored, 'expectedAtomic')
  return typeof at === 'number' && typeof expected === 'number' && at > nowMs - ON_ITS_WAY_MS
    ? expected
    : 0
}

/** Writes down what will arrive, before the wallet prompts: a reload in between must not fund above the ceiling. */
export function savePendingFunding(accountId: string, pending: PendingFunding): void {
  localText.save(keyOf(accountId), JSON.stringify(pending))
}

/** Forgets it: it arrived, or it is certain that it was not sent. */
export function forgetPendingFunding(accountId: string): void {
  localText.remove(keyOf(accountId))
}

/**
 * Follows a funding that an earlier visit, or a dialog that was closed, left behind: calls `onExpected` with what the
 * account will have, atomic, and with zero once that arrived, was refused, or is no longer waited for.
 */
export async function followPendingFunding(
  wallet: Wallet,
  account: Pick<PocketAccount, 'id' | 'networkId' | 'address'>,
  { signal, onExpected }: { signal: AbortSignal; onExpected: (atomic: number) => void },
): Promise<void> {
  const stopped = aborted(signal)
  while (!signal.aborted) {
    const expected = expectedUsdc(account.id, wallet.now())
    onExpected(expected)
    const held = expected === 0 ? undefined : await pocketUsdc(wallet, account)
    if (signal.aborted) return
    if (held !== undefined && held >= BigInt(expected)) {
      forgetPendingFunding(account.id)
      onExpected(0)
      await readUsdc(wallet)
    }
    await Promise.race([wallet.sleep(READ_EVERY_MS), stopped])
  }
}

function keyOf(accountId: string): string {
  return `playground.pocketFunding.${accountId}`
}
