import type { RateLimitsResponse } from '../../src/contract/limits/rate-limits-response.ts'
import { DEFAULT_LIMITS } from '../../src/contract/limits/tiers.ts'
import { EDIT_MODEL_TYPE } from '../../src/contract/models/model-types.ts'
import type { Model } from '../../src/contract/models/model.ts'
import { MICRO_USD_PER_USD } from '../../src/contract/money.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { Ledger } from '../billing/ledger.ts'
import type { AppContext } from '../http/app-environment.ts'
import { sendJson } from '../http/send-json.ts'
import { tierOf, type Catalogue } from '../models/catalogue.ts'

const DAY_MS = 86_400_000

interface Services {
  authenticator: Authenticator
  catalogue: Catalogue
  ledger: Ledger
}

/** `GET /api_keys/rate_limits`: the limits and balances of the key that asks. */
export function rateLimits({ authenticator, catalogue, ledger }: Services) {
  return async (context: AppContext) => {
    const key = authenticator.requireKey(context)
    const { microUsd, microDiem } = ledger.balance(key.id)
    const models = await catalogue.list('all')
    const body: RateLimitsResponse = {
      data: {
        accessPermitted: true,
        apiTier: { id: 'paid', isCharged: true },
        balances: { USD: microUsd / MICRO_USD_PER_USD, DIEM: microDiem / MICRO_USD_PER_USD },
        keyExpiration: null,
        nextEpochBegins: new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS).toISOString(),
        rateLimits: models.map((model) => ({ apiModelId: model.id, rateLimits: limitsOf(model) })),
      },
    }
    return sendJson(context, body)
  }
}

function limitsOf(model: Model) {
  if (model.type === EDIT_MODEL_TYPE)
    return [{ type: 'RPM', amount: DEFAULT_LIMITS.operations.image }]
  const { requestsPerMinute, tokensPerMinute } = DEFAULT_LIMITS.text[tierOf(model)]
  return [
    { type: 'RPM', amount: requestsPerMinute },
    { type: 'TPM', amount: tokensPerMinute },
  ]
}
