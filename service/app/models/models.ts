import { MODEL_TYPES, type ModelType } from '../../../contract/models/model.ts'
import { mayUse } from '../auth/provider-keys.ts'
import type { AppContext } from '../http/app-environment.ts'
import { invalidValue } from '../http/http-error.ts'
import { sendJson } from '../http/send-json.ts'
import type { Catalogue } from './catalogue.ts'

/** `GET /models?type=`: no credentials needed; text models when no type is given. */
export function listModels(catalogue: Catalogue) {
  return async (context: AppContext) => {
    const type = typeOf(context)
    const models = await catalogue.list(type)
    // The key was looked up by the budget of failures, which comes first.
    const data = models.filter((model) => mayUse(context.get('apiKey'), model))
    return sendJson(context, { object: 'list', type, data })
  }
}

/** `GET /models/traits?type=`: trait → model id. */
export function listTraits(catalogue: Catalogue) {
  return (context: AppContext) => {
    const type = typeOf(context)
    return sendJson(context, { object: 'list', type, data: catalogue.traits(type) })
  }
}

/** `GET /models/compatibility_mapping?type=`: another vendor's model id → model id. */
export function listMapping(catalogue: Catalogue) {
  return (context: AppContext) => {
    const type = typeOf(context)
    if (type === 'all' && context.get('likeProvider'))
      throw invalidValue(['type'], 'invalid_value', 'type is "all", but must be one type here.')
    return sendJson(context, { object: 'list', type, data: catalogue.mapping(type) })
  }
}

function typeOf(context: AppContext): ModelType {
  const asked = context.req.query('type') ?? 'text'
  const type = MODEL_TYPES.find((known) => known === asked)
  if (type !== undefined) return type
  throw invalidValue(
    ['type'],
    'invalid_value',
    `type is ${JSON.stringify(asked.slice(0, 40))}, but must be one of ${MODEL_TYPES.join(', ')}.`,
  )
}
