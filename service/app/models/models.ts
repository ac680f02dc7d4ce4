import { type Model, MODEL_TYPES, type ModelType } from '../../../contract/models/model.ts'
import { mayUse } from '../auth/provider-keys.ts'
import type { AppContext } from '../http/app-environment.ts'
import { invalidValue } from '../http/http-error.ts'
import { sendJson } from '../http/respond.ts'
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

/**
 * The id that a name spells in another way, as the real service forgives it: with dots, underscores or spaces,
 * in other letters, behind a provider's prefix. Undefined for none, and for several.
 */
export function forgivenId(models: readonly Model[], name: string): string | undefined {
  const same = models.filter(({ id }) => plain(id) === plain(name))
  return same.length === 1 ? same[0]?.id : undefined
}

/** The id that a wrong name is closest to, if it is close. */
export function closestId(models: readonly Model[], name: string): string | undefined {
  const wanted = pairsOf(plain(name))
  const [best] = models
    .map(({ id }) => ({ id, likeness: likeness(wanted, pairsOf(plain(id))) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  return best !== undefined && best.likeness >= 0.5 ? best.id : undefined
}

function plain(name: string): string {
  const last = name.slice(0, 200).split('/').at(-1) ?? ''
  return last.toLowerCase().replaceAll(/[._\s-]+/g, '-')
}

function pairsOf(text: string): Set<string> {
  return new Set(
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)),
  )
}

/** The share of pairs of letters that two names have in common, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length
  return (2 * common) / Math.max(1, a.size + b.size)
}
