import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Connection } from '../../../api/connection.ts'
import { listModelsOptions } from '../../../api/models.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { Model } from '../../../contract/models/model.ts'
import type { ComboboxOption } from '../../../ui/combobox-options.ts'
import { modelOption, priceInShort } from './model-option.tsx'

/** What the picker needs of the list of models. */
export interface ModelChoices {
  options: readonly ComboboxOption[]
  /** The price in short of what an id or a trait names. */
  priceOf: (name: string) => string | undefined
  /** The list could not be had; any id can still be typed. */
  failed: boolean
  retry: () => void
}

interface ModelListProps {
  connection: Connection
  onChoices: (choices: ModelChoices) => void
}

/** Asks for the models of a connection and hands them on; draws nothing. */
export function ModelList({ connection, onChoices }: ModelListProps) {
  const { data, isError, refetch } = useQuery(listModelsOptions(connection), queryClient)
  useEffect(() => {
    const models = (data ?? []).filter(isTextModel)
    onChoices({
      options: models.map(modelOption),
      priceOf: (name) => {
        const model = modelNamed(models, name)
        return model && priceInShort(model)
      },
      failed: isError,
      retry: () => void refetch(),
    })
  }, [data, isError, refetch, onChoices])
  return null
}

/** A list that does not tell types apart is taken as text. */
function isTextModel({ type }: Model): boolean {
  return type === undefined || type === 'text' || type === 'code'
}

/** The model an id or a trait names. */
function modelNamed(models: readonly Model[], name: string): Model | undefined {
  return (
    models.find(({ id }) => id === name) ??
    models.find(({ model_spec }) => model_spec?.traits?.includes(name) === true)
  )
}
