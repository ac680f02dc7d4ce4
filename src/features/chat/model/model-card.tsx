import { modelName, type Model } from '../../../../contract/models/model.ts'
import { priceOf, type TokenPrice } from '../../../../contract/models/price.ts'
import { capabilitiesInWords, deprecationInWords } from '../../../core/chat/model/model-facts.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatCompact } from '../../../core/format/number.ts'

/** What the list says about one model besides the figures of its row. */
export function ModelCard({ model }: { model: Model }) {
  const {
    description,
    maxCompletionTokens,
    privacy,
    proOnly,
    uncensored,
    discount_to_user: discount,
    traits = [],
  } = model.model_spec ?? {}
  const name = modelName(model)
  const deprecation = deprecationInWords(model)
  return (
    <section
      aria-label="Model details"
      className="flex min-h-28 w-full flex-col gap-1 rounded-md bg-surface-2 p-3 text-sm"
    >
      <p>
        <span className="font-mono font-medium">{model.id}</span>{' '}
        {name !== model.id && <span className="text-text-3">{name}</span>} {description}
      </p>
      <p className="text-xs text-text-2">
        {capabilitiesInWords(model).join(', ') || 'No abilities listed'}
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs text-text-3">
        <span className="text-money">{prices(model)}</span>
        {maxCompletionTokens !== undefined && (
          <span>{formatCompact(maxCompletionTokens)} max output</span>
        )}
        {privacy !== undefined && <span>{privacy}</span>}
        {uncensored === true && <span>uncensored</span>}
        {(typeof discount === 'number' || typeof discount === 'string') && (
          <span className="text-money">discount_to_user {discount}</span>
        )}
        {traits.length > 0 && <span className="font-mono">{traits.join(', ')}</span>}
      </p>
      {deprecation !== undefined && <p className="text-xs text-warn">{deprecation}</p>}
      {proOnly === true && (
        <p className="text-xs text-text-2">Requires a Pro account (otherwise 401)</p>
      )}
    </section>
  )
}

const PARTS: readonly [keyof TokenPrice, string][] = [
  ['input', 'in'],
  ['output', 'out'],
  ['cacheRead', 'cached in'],
  ['cacheWrite', 'cache write'],
]

function prices(model: Model): string {
  const price = priceOf(model)
  if (price === undefined) return 'price unknown'
  const parts = PARTS.flatMap(([member, words]) => {
    const amount = price[member]
    return amount === undefined ? [] : [`${formatMicroUsd(amount)} ${words}`]
  })
  return `${parts.join(', ')} per 1M tokens`
}
