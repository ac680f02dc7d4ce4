import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import type { Model } from '../../../contract/models/model.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { modelOf } from '../../core/inspector/exchange-words.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'

/** The model that an exchange asked for, when the connection's list of models knows it. */
export function useModelOf(exchange: Exchange): Model | undefined {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data: models = [] } = useQuery(listModelsOptions(client, connection), queryClient)
  const name = modelOf(exchange)
  return name === undefined ? undefined : findModel(models, parseModelSuffix(name).id)
}
