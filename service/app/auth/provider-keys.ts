import type { Model } from '../../../contract/models/model.ts'
import type { Balance } from '../money/ledger.ts'
import type { ApiKey } from './api-keys.ts'

/** A key that `--like-provider` adds to the page's own. Its text is the page's with `-` and the label behind it. */
interface ProviderKey {
  readonly label: string
  /** What is different about it, for people. */
  readonly meaning: string
  /** What its account starts with; else as every other key. */
  readonly credit?: Balance
}

/** What the spend limit of a key leaves it, micro-USD; all that its account is given. */
const SPEND_LIMIT_MICRO_USD = 50_000

const LIMITED = 'limited'
const PRIVATE = 'private'

/** The kinds of key of the real service that the contract doesn't have. */
export const PROVIDER_KEYS: readonly ProviderKey[] = [
  {
    label: 'diem',
    meaning: 'pays in DIEM first',
    credit: { microUsd: 1_000_000, microDiem: 5_000_000 },
  },
  {
    label: LIMITED,
    meaning: 'has a spend limit of $0.05',
    credit: { microUsd: SPEND_LIMIT_MICRO_USD, microDiem: 0 },
  },
  { label: PRIVATE, meaning: 'may use private models only' },
]

/** Whether a key (`modelPrivacy`) may use a model. */
export function mayUse(key: ApiKey | undefined, { model_spec }: Model): boolean {
  return key?.label !== PRIVATE || model_spec?.privacy === 'private'
}

/** The 402 of a key without credit as the real service writes it, without a code. */
export function providerNoCredit(key: ApiKey | undefined) {
  return {
    error:
      key?.label === LIMITED
        ? 'API key USD spend limit exceeded'
        : 'Insufficient USD or Diem balance to complete request. Add credits in your account.',
  }
}
