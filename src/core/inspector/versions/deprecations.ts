import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { headerValue } from '../../../../contract/headers/header-list.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { modelOf } from '../exchange-text.ts'

/** A model that goes away. */
export interface Deprecation {
  /** The id, without suffixes. */
  model: string
  /** When it goes, Unix ms; undefined where no date is told. */
  atMs?: number
  /** In the service's own words. */
  warning?: string
  replacement?: string
}

/** Something saved that asks for a model. */
export interface ModelUser {
  name: string
  /** As written, suffixes included. */
  model: string
  /** Where it opens in this page. */
  path?: string
}

/**
 * What the headers of an exchange say about its model (contract, "Versioning"), together with every
 * deprecated model of the list that this exchange or something saved asks for. The exchange's first.
 */
export function deprecations(
  exchange: Exchange,
  models: readonly Model[],
  users: readonly ModelUser[],
): Deprecation[] {
  const ownName = modelOf(exchange)
  const own = ownName === undefined ? undefined : parseModelSuffix(ownName).id
  const fromHeaders = headerDeprecation(exchange, own)
  const used = new Set(users.map(({ model }) => parseModelSuffix(model).id))
  const listed = models.flatMap((model) => {
    const { id, model_spec: spec } = model
    const deprecation = spec?.deprecation
    if (deprecation == null || (id !== own && !used.has(id))) return []
    const atMs = timeOf(deprecation.removesAt ?? deprecation.date)
    const { replacementModelId: replacement } = deprecation
    return [
      {
        model: id,
        ...(atMs === undefined ? {} : { atMs }),
        ...(replacement === undefined ? {} : { replacement }),
      },
    ]
  })
  const same = listed.find(({ model }) => model === fromHeaders?.model)
  return [
    ...(fromHeaders === undefined ? [] : [{ ...same, ...fromHeaders }]),
    ...listed.filter(({ model }) => model !== fromHeaders?.model),
  ]
}

/** Those who ask for a model, with or without suffixes. */
export function usersOf(model: string, users: readonly ModelUser[]): ModelUser[] {
  return users.filter((user) => parseModelSuffix(user.model).id === model)
}

/** How long a model stays: "12 days left", "today", "gone for 3 days". */
export function daysLeft(atMs: number, nowMs: number): string {
  const days = Math.ceil((atMs - nowMs) / 86_400_000)
  if (days === 0) return 'today'
  const words = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `${words} left` : `removed ${words} ago`
}

function headerDeprecation(
  { headers, providerName }: Exchange,
  asked: string | undefined,
): Deprecation | undefined {
  const value = (name: string) => headerValue(headers, wireHeaderName(name, providerName))
  const warning = value('x-vendor-model-deprecation-warning')
  const date = value('x-vendor-model-deprecation-date')
  const model = asked ?? value('x-vendor-model-id')
  if (model === undefined || (warning === undefined && date === undefined)) return undefined
  const atMs = timeOf(date)
  return {
    model,
    ...(atMs === undefined ? {} : { atMs }),
    ...(warning === undefined ? {} : { warning }),
  }
}

function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
