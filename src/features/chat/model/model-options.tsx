import type { ModelNames } from '../../../../contract/models/find-model.ts'
import { type Model, modelName } from '../../../../contract/models/model.ts'
import { capabilitiesInWords, figuresInWords } from '../../../core/chat/model/model-facts.ts'
import type { ComboboxOption } from '../../../ui/controls/combobox.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { ModelBadges } from './model-badges.tsx'

/** Models as rows of a list to choose from, in Chat and in Evaluate. */
export function modelOptions(models: readonly Model[]): ComboboxOption[] {
  return models.map(modelOption)
}

function modelOption(model: Model): ComboboxOption {
  const name = modelName(model)
  const can = capabilitiesInWords(model)
  return {
    value: model.id,
    keywords: [name, ...can].join(' '),
    content: (
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="flex items-center gap-2">
          <span className="font-mono">{model.id}</span>
          {name !== model.id && <span className="truncate text-text-3">{name}</span>}
          <ModelBadges model={model} />
          {model.model_spec?.traits?.includes('default') === true && <Badge>default</Badge>}
        </span>
        <span className="text-xs text-text-3">
          {[...figuresInWords(model), ...can].join(' · ')}
        </span>
      </span>
    ),
  }
}

/** The names that stand for a model, as rows of the picker under a heading. */
export function nameOptions(names: ModelNames, group: string): ComboboxOption[] {
  return Object.entries(names).map(([name, id]) => ({
    value: name,
    group,
    whenTyped: true,
    keywords: id,
    content: (
      <span className="flex items-baseline gap-2">
        <span className="font-mono">{name}</span>
        <span className="text-xs text-text-3">
          resolves to <span className="font-mono">{id}</span>
        </span>
      </span>
    ),
  }))
}
