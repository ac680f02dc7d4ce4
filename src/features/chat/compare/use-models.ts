import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'

const none: readonly Model[] = []

/** The text models of the connection; empty until they are known. */
export function useModels(): readonly Model[] {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data = none } = useQuery(listModelsOptions(client, connection), queryClient)
  return data.filter(({ type }) => type === undefined || type === 'text' || type === 'code')
}

/** The model that a name in a picker means: an id or a trait, suffixes left aside. */
export function modelNamed(models: readonly Model[], name: string): Model | undefined {
  const { id } = parseModelSuffix(name)
  return (
    models.find((model) => model.id === id) ??
    models.find(({ model_spec }) => model_spec?.traits?.includes(id) === true)
  )
}
