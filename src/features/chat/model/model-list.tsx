import { useEffect } from 'react'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import { deprecationInWords } from '../../../core/chat/model/model-facts.ts'
import { modelWarnings } from '../../../core/chat/settings/settings-fields.ts'
import type { ComboboxOption } from '../../../ui/controls/combobox.tsx'
import { modelOptions, nameOptions } from './model-options.tsx'
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
