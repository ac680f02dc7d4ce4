import { localText } from '../../../storage/db/browser-storage.ts'

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

function keyOf(accountId: string): string {
  return `playground.pocketFunding.${accountId}`
}
