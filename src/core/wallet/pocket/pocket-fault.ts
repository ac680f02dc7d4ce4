import type { Advice } from '../../../../contract/errors/advice.ts'
import { Fault, stored } from '../../failures/fault.ts'
import { formatMicroUsd } from '../../format/money.ts'
import type { OverLimit } from './limits.ts'

/** Why the pocket account did not do what it was asked to. Nothing was signed or sent. */
const ROWS = {
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
} satisfies Record<string, Advice>

export type PocketFaultKind = keyof typeof ROWS

/** A {@link PocketFaultKind} to be caught, or a limit that was reached. */
export class PocketFault extends Fault<PocketFaultKind | 'limit'> {
  override name = 'PocketFault'

  constructor(what: PocketFaultKind | OverLimit, cause?: unknown) {
    if (typeof what === 'string') super(what, ROWS[what], cause)
    else super('limit', limitAdvice(what), cause)
  }
}

/** A read or write of the pocket's storage, which rejects with a {@link PocketFault}. */
export function storedPocket<Result>(access: Promise<Result>): Promise<Result> {
  return stored(access, (kind, cause) => new PocketFault(kind, cause))
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
