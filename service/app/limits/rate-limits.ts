import type {
  OperationType,
  RateLimitsResponse,
  RateLimitTable,
} from '../../../contract/limits/rate-limits.ts'
import { EDIT_MODEL_TYPE, type Model } from '../../../contract/models/model.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { AppContext } from '../http/app-environment.ts'
import { sendJson } from '../http/respond.ts'
import { tierOf, type Catalogue } from '../models/catalogue.ts'
import type { Ledger } from '../money/ledger.ts'
import { operationLimit } from './rate-limiter.ts'

const KINDS: Readonly<Partial<Record<string, OperationType>>> = {
  [EDIT_MODEL_TYPE]: 'image',
  image: 'image',
  embedding: 'embedding',
  tts: 'audio',
  asr: 'audio',
  music: 'audio',
  video: 'video-queue',
}

const DAY_MS = 86_400_000

interface Services {
  authenticator: Authenticator
  catalogue: Catalogue
  ledger: Ledger
  limits: RateLimitTable
}

/** `GET /api_keys/rate_limits`: the limits and balances of the key that asks. */
export function rateLimits({ authenticator, catalogue, ledger, limits }: Services) {
  return async (context: AppContext) => {
    const key = await authenticator.requireKey(context)
    const { microUsd, microDiem } = await ledger.balance(key.id)
    const models = await catalogue.list('all')
    const body: RateLimitsResponse = {
      data: {
        accessPermitted: true,
        apiTier: { id: 'paid', isCharged: true },
        balances: { USD: microUsd / MICRO_USD_PER_USD, DIEM: microDiem / MICRO_USD_PER_USD },
        keyExpiration: null,
        nextEpochBegins: new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS).toISOString(),
        rateLimits: models.map((model) => ({
          apiModelId: model.id,
          rateLimits: limitsOf(model, limits),
        })),
      },
    }
    return sendJson(context, body)
  }
}

function limitsOf(model: Model, limits: RateLimitTable) {
  const kind = KINDS[model.type ?? '']
  if (kind !== undefined) return [{ type: 'RPM', amount: operationLimit(limits, kind).most }]
  const { requestsPerMinute, tokensPerMinute } = limits.text[tierOf(model)]
  return [
    { type: 'RPM', amount: requestsPerMinute },
    { type: 'TPM', amount: tokensPerMinute },
  ]
}
