import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { modelOf } from '../../inspector/exchange-text.ts'

/** Ids of the models without a response (5xx) when they were last asked. `exchanges` come oldest first. */
export function failingModels(
  exchanges: readonly Pick<Exchange, 'request' | 'status'>[],
): Set<string> {
  const failing = new Set<string>()
  for (const exchange of exchanges) {
    const name = modelOf(exchange)
    if (name === undefined || exchange.status === undefined) continue
    const { id } = parseModelSuffix(name)
    if (exchange.status >= 500) failing.add(id)
    else failing.delete(id)
  }
  return failing
}
