import type { Model } from '../../../contract/models/model.ts'
import { capabilitiesOf, contextTokensOf, modelName } from '../../../contract/models/model.ts'
import { priceOf } from '../../../contract/models/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { ComboboxOption } from '../../../ui/combobox-options.ts'
import { formatMicroUsd } from '../../../ui/format/money.ts'
import { formatCompact } from '../../../ui/format/number.ts'

/** A model as a row of the picker: id, name, what it can do, context and price. */
export function modelOption(model: Model): ComboboxOption {
  const name = modelName(model)
  const can = capabilityWords(model)
  return {
    value: model.id,
    keywords: [name, ...can].join(' '),
    content: (
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="flex items-center gap-2">
          <span className="font-mono">{model.id}</span>
          {name !== model.id && <span className="truncate text-text-3">{name}</span>}
          {model.model_spec?.deprecation && <Badge tone="warn">deprecated</Badge>}
          {model.model_spec?.offline === true && <Badge tone="bad">offline</Badge>}
        </span>
        <span className="text-xs text-text-3">{[...figures(model), ...can].join(' · ')}</span>
      </span>
    ),
  }
}

/** The price of a model in short, per million tokens: "$0.20 in, $0.80 out / M". */
export function priceInShort(model: Model): string | undefined {
  const price = priceOf(model)
  if (price?.input === undefined || price.output === undefined) return undefined
  return `${formatMicroUsd(price.input)} in, ${formatMicroUsd(price.output)} out / M`
}

function figures(model: Model): string[] {
  const context = contextTokensOf(model)
  const price = priceInShort(model)
  return [
    ...(context === undefined ? [] : [`${formatCompact(context)} context`]),
    ...(price === undefined ? [] : [price]),
  ]
}

function capabilityWords(model: Model): string[] {
  const can = capabilitiesOf(model)
  return [
    ...(can.supportsVision === true ? ['vision'] : []),
    ...(can.supportsAudioInput === true ? ['audio'] : []),
    ...(can.supportsVideoInput === true ? ['video'] : []),
    ...(can.supportsFunctionCalling === true ? ['tools'] : []),
    ...(can.supportsReasoning === true ? ['reasoning'] : []),
    ...(can.supportsWebSearch === true ? ['web search'] : []),
  ]
}
