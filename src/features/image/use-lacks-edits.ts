import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import { EDIT_MODEL_TYPE } from '../../../contract/models/model-types.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { apiDescriptionOptions } from '../../core/client/queries/openapi.ts'
import { lacksEdits } from '../../core/image/lacks-edits.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'

/** What the API of the connection lacks for image edits, by its own word. It is asked only where it lists no edit model. */
export function useLacksEdits(): ReturnType<typeof lacksEdits> {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data: models } = useQuery(
    listModelsOptions(client, connection, { type: EDIT_MODEL_TYPE }),
    queryClient,
  )
  const hasModels = models === undefined || models.some(({ type }) => type === EDIT_MODEL_TYPE)
  const { data: description } = useQuery(
    {
      ...apiDescriptionOptions(client, connection),
      enabled: connection !== undefined && !hasModels,
    },
    queryClient,
  )
  return hasModels ? undefined : lacksEdits(models, description)
}
