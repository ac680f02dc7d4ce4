import Check from 'lucide-react/icons/check'

import { contextTokensOf, modelName, type Model } from '../../../../contract/models/model.ts'
import { priceOf, type TokenPrice } from '../../../../contract/models/price.ts'
import { capabilitiesInWords, deprecationInWords } from '../../../core/chat/model/model-facts.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { formatCompact } from '../../../core/format/number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { ModelBadges } from './model-badges.tsx'

interface ModelCardProps {
  model: Model
  /** Whether the conversation uses it. */
  current: boolean
  onTake: () => void
}

/** One model with what the list says about it. */
export function ModelCard({ model, current, onTake }: ModelCardProps) {
  const { description, maxCompletionTokens, privacy, proOnly, traits = [] } = model.model_spec ?? {}
  const context = contextTokensOf(model)
  const name = modelName(model)
  const deprecation = deprecationInWords(model)
  return (
    <li className="flex items-start gap-3 border-b py-2.5 last:border-0">
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-mono font-medium">{model.id}</span>
          {name !== model.id && <span className="text-text-3">{name}</span>}
          <ModelBadges model={model} />
        </p>
        {description !== undefined && <p className="text-sm text-text-2">{description}</p>}
        <p className="flex flex-wrap gap-x-3 text-xs text-text-3">
          {context !== undefined && <span>{formatCompact(context)} context</span>}
          {maxCompletionTokens !== undefined && (
            <span>{formatCompact(maxCompletionTokens)} out</span>
          )}
          <span>{prices(model)}</span>
          {privacy !== undefined && <span>{privacy}</span>}
          {traits.length > 0 && <span className="font-mono">{traits.join(', ')}</span>}
        </p>
        <p className="flex flex-wrap gap-1">
          {capabilitiesInWords(model).map((word) => (
            <Badge key={word}>{word}</Badge>
          ))}
        </p>
        {deprecation !== undefined && <p className="text-xs text-warn">{deprecation}</p>}
        {proOnly === true && (
          <p className="text-xs text-text-3">Requires a Pro account (otherwise 401)</p>
        )}
      </div>
      {current ? (
        <span className="flex items-center gap-1 py-1 text-sm whitespace-nowrap text-accent">
          <Check size={14} aria-hidden />
          in use
        </span>
      ) : (
        <Button aria-label={`Use ${model.id}`} onClick={onTake}>
          Use
        </Button>
      )}
    </li>
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
  return `${parts.join(', ')} per million tokens`
}
