import type { Advice } from '../../../../contract/errors/advice.ts'
import { formatMicroUsd } from '../../format/money.ts'
import { isQuotaExceeded } from '../../storage/db/open-database.ts'
import type { OverLimit } from './limits.ts'

/** Why the pocket account did not do what it was asked to. Nothing was signed or sent. */
export type PocketFaultKind =
  | 'locked'
  /** One of its limits; see {@link PocketFault.over}. */
  | 'limit'
  /** It signs sign-ins of its own API and top-ups of it, and this is neither. */
  | 'not_allowed'
  /** The API named no such network among its own payment options. */
  | 'not_named'
  /** Limits that can't be set. */
  | 'invalid_limits'
  /** This API has one already. */
  | 'exists'
  /** It was removed in another tab. */
  | 'gone'
  /** Its key is not in this browser, or was changed. */
  | 'key_lost'
  /** Not a backup of a pocket account, or changed. */
  | 'invalid_backup'
  | 'wrong_passphrase'
  | 'short_passphrase'
  | 'storage_full'
  | 'storage_failed'

const ADVICE: Record<Exclude<PocketFaultKind, 'limit'>, Advice> = {
  locked: {
    title: 'Pocket account locked',
    meaning: 'It signs nothing while it is locked. Nothing was sent.',
    nextStep: 'Press Unlock on the Wallet page, then try again.',
  },
  not_allowed: {
    title: 'Pocket account refused',
    meaning: 'It signs only for the API that it was created for. Nothing was signed or sent.',
    nextStep: 'Use another wallet, or create a pocket account for this API.',
  },
  not_named: {
    title: 'No payments on this network',
    meaning: "This API's payment options don't name it. What you send there could pay for nothing.",
    nextStep: 'Use a network that it names, or another API.',
  },
  invalid_limits: {
    title: 'Invalid limits',
    meaning: 'Per request ≤ daily ≤ ceiling ≤ $50, each above $0. The limits are unchanged.',
    nextStep: 'Correct them, then save again.',
  },
  exists: {
    title: 'Pocket account exists',
    meaning: 'This API has one for this network already. Nothing was changed.',
    nextStep: 'Use it, or send its balance back and remove it first.',
  },
  gone: {
    title: 'Pocket account removed',
    meaning: 'It was removed in another tab. Nothing was signed.',
    nextStep: 'Restore it from its backup, or create a new one.',
  },
  key_lost: {
    title: "Can't read its key",
    meaning: 'The key was erased from this browser, or changed. Nothing was signed.',
    nextStep: 'Restore it from its backup.',
  },
  invalid_backup: {
    title: 'Invalid backup file',
    meaning: "The file isn't a backup of a pocket account, or was changed. Nothing was restored.",
    nextStep: 'Choose another file.',
  },
  wrong_passphrase: {
    title: 'Wrong passphrase',
    meaning: 'The file has another passphrase, or was changed. Nothing was restored.',
    nextStep: 'Enter the passphrase again.',
  },
  short_passphrase: {
    title: 'Passphrase too short',
    meaning: 'A backup file can be copied, so its passphrase has 12 characters or more.',
    nextStep: 'Enter a longer one.',
  },
  storage_full: {
    title: 'Disk full',
    meaning: 'Nothing was saved, so nothing was signed.',
    nextStep: 'Free some space, then try again.',
  },
  storage_failed: {
    title: 'Storage not available',
    meaning: 'This browser refused to read or save, so nothing was signed.',
    nextStep: 'Try again in a normal window.',
  },
}

/** A {@link PocketFaultKind} to be caught, in words. */
export class PocketFault extends Error {
  override name = 'PocketFault'
  readonly kind: PocketFaultKind
  readonly advice: Advice
  /** With kind `limit`. */
  readonly over: OverLimit | undefined

  constructor(what: Exclude<PocketFaultKind, 'limit'> | OverLimit, cause?: unknown) {
    const advice = typeof what === 'string' ? ADVICE[what] : limitAdvice(what)
    super(`${advice.title}. ${advice.meaning} ${advice.nextStep}`, { cause })
    this.kind = typeof what === 'string' ? what : 'limit'
    this.over = typeof what === 'string' ? undefined : what
    this.advice = advice
  }
}

/** Runs a read or write of the pocket's storage; what it rejects with becomes a {@link PocketFault}. */
export async function storedPocket<Result>(access: Promise<Result>): Promise<Result> {
  try {
    return await access
  } catch (error) {
    throw new PocketFault(isQuotaExceeded(error) ? 'storage_full' : 'storage_failed', error)
  }
}

function limitAdvice({ limit, limitMicroUsd, amountMicroUsd, leftMicroUsd }: OverLimit): Advice {
  const names = { ceiling: 'ceiling', daily: 'daily limit', perRequest: 'per request limit' }
  return {
    title: `Over ${names[limit]}`,
    meaning: `Up to ${formatMicroUsd(amountMicroUsd)} is over the ${names[limit]} of ${formatMicroUsd(limitMicroUsd)}: ${formatMicroUsd(leftMicroUsd)} left. Nothing was signed or sent.`,
    nextStep:
      limit === 'perRequest'
        ? 'Lower max_completion_tokens, or raise the limit on the Wallet page.'
        : 'Raise the limit on the Wallet page, or try a lower amount.',
  }
}

/** Starts the id of every pocket account among the wallets. */
export const POCKET_ID = 'local.playground.pocket.'

export const POCKET_NAME = 'Pocket account'

/** Whether a wallet that is connected or remembered is a pocket account. */
export function isPocket({ id }: { readonly id: string }): boolean {
  return id.startsWith(POCKET_ID)
}
