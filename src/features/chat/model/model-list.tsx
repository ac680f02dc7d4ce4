import { useEffect } from 'react'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { findModel, type ModelNames } from '../../../../contract/models/find-model.ts'
import { type Model, modelName } from '../../../../contract/models/model.ts'
import {
  capabilitiesInWords,
  deprecationInWords,
  figuresInWords,
} from '../../../core/chat/model/model-facts.ts'
import { modelWarnings } from '../../../core/chat/settings/settings-fields.ts'
import type { ComboboxOption } from '../../../ui/controls/combobox.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { ModelBadges } from './model-badges.tsx'
import { useModels } from './use-models.ts'

/** What the picker needs of the list of models. */
export interface ModelChoices {
  options: readonly ComboboxOption[]
  /** What stands in the way of the model with these settings: deprecated, or does not do something. */
  warningsOf: (name: string, settings: JsonObject) => readonly string[]
  /** The list could not be had; any id can still be typed. */
  failed: boolean
  retry: () => unknown
}

// In the same file, as both need the list of models: each file more costs the page a line in its
// import map.
export { settleModel } from '../../../core/chat/conversation/settle-model.ts'

interface ModelListProps {
  onChoices: (choices: ModelChoices) => void
}

/** Asks for the models of the connection and hands them on; draws nothing. */
export function ModelList({ onChoices }: ModelListProps) {
  const { models, traits, mapping, failed, loading, retry } = useModels(true)
  useEffect(() => {
    if (loading) return
    const modelOf = (name: string) => findModel(models, parseModelSuffix(name).id, mapping)
    onChoices({
      options: [
        ...modelOptions(models),
        ...nameOptions(traits, 'Traits'),
        ...nameOptions(mapping, 'Compatibility mappings'),
      ],
      warningsOf: (name, settings) => {
        const model = modelOf(name)
        return model === undefined
          ? []
          : [deprecationInWords(model) ?? [], modelWarnings(model, settings)].flat()
      },
      failed,
      retry,
    })
  }, [models, traits, mapping, failed, loading, retry, onChoices])
  return null
}

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
