import { useQueries, useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import { isTextModel } from '../../../../contract/models/find-model.ts'
import { modelName, type Model } from '../../../../contract/models/model.ts'
import { figuresInWords } from '../../../core/chat/model/model-facts.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import type { Configuration } from '../../../core/evaluate/board.ts'
import { connectionOf } from '../../../core/evaluate/run/connection-of.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { quietStore } from '../../../page/quiet.ts'
import type { ComboboxOption } from '../../../ui/controls/combobox-options.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { useConnectionOf } from './connection-select.tsx'

interface ModelSelectProps {
  label: string
  configuration: Pick<Configuration, 'model' | 'connection'>
  onChange: (model: string) => void
}

/** The model of a configuration: one that its connection lists, or any ID, trait or mapping as text. */
export function ModelSelect({ label, configuration, onChange }: ModelSelectProps) {
  const connection = useConnectionOf(configuration)
  const isQuiet = useStore(quietStore, (state) => state.isQuiet)
  const { data: options, isError } = useQuery(
    {
      ...listModelsOptions(client, connection),
      enabled: connection !== undefined && !isQuiet,
      select: modelOptions,
    },
    queryClient,
  )
  return (
    <Combobox
      label={label}
      value={configuration.model}
      options={options ?? []}
      freeText
      invalid={configuration.model === ''}
      placeholder="Enter a model ID"
      emptyText={
        isError
          ? "Couldn't load models. You can still type a model ID."
          : options === undefined
            ? 'Loading models…'
            : 'No matching models.'
      }
      onChange={onChange}
      className="min-w-0 grow basis-0 @max-3xl:order-3"
    />
  )
}

/** What the connection of a configuration lists, as far as that is known. */
export function useModelsOf(
  configurations: readonly Configuration[],
): (configuration: Configuration) => readonly Model[] {
  const isQuiet = useStore(quietStore, (state) => state.isQuiet)
  useStore(client.connections.store)
  const connections = configurations.map(({ connection }) => connectionOf(client, connection))
  const used = [...new Set(connections)].filter((connection) => connection !== undefined)
  const lists = useQueries(
    {
      queries: used.map((connection) => ({
        ...listModelsOptions(client, connection),
        enabled: !isQuiet,
      })),
    },
    queryClient,
  )
  return ({ connection }) => {
    const own = connectionOf(client, connection)
    return lists.find((_, at) => used[at] === own)?.data ?? []
  }
}

function modelOptions(models: readonly Model[]): ComboboxOption[] {
  return models.filter(isTextModel).map((model) => ({
    value: model.id,
    keywords: modelName(model),
    content: (
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="font-mono">{model.id}</span>
        <span className="text-xs text-text-3">{figuresInWords(model).join(' · ')}</span>
      </span>
    ),
  }))
}
