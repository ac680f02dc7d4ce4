import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import { EDIT_MODEL_TYPE, type Model } from '../../../contract/models/model.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { requestedModel } from '../../core/image/form.ts'
import { isEditing } from '../../core/image/run/runs.ts'
import { client } from '../../page/client.ts'
import { imageEditor } from '../../page/image.ts'
import { queryClient } from '../../page/query-client.ts'

/** What the service says about its edit models. */
interface EditModels {
  /** Empty while the list is not there. */
  models: readonly Model[]
  loading: boolean
  failed: boolean
  /** The same function each time. */
  retry: () => unknown
}

const NONE: readonly Model[] = []

/** The edit models of the connection. */
export function useEditModels(): EditModels {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const list = useQuery(
    { ...listModelsOptions(client, connection, { type: EDIT_MODEL_TYPE }), select: editModelsOf },
    queryClient,
  )
  return {
    models: list.data ?? NONE,
    loading: list.data === undefined && !list.isError && connection !== undefined,
    failed: list.isError,
    retry: list.refetch,
  }
}

function editModelsOf(models: readonly Model[]): readonly Model[] {
  return models.filter(({ type }) => type === undefined || type === EDIT_MODEL_TYPE)
}

/** The model that the form asks for, as far as the list has it. */
export function useChosenModel(): Model | undefined {
  const { models } = useEditModels()
  const fields = useStore(imageEditor.form, (form) => form.fields)
  return requestedModel(models, fields)
}

/** Whether this tab is waiting for an edit: nothing more is sent meanwhile. */
export function useEditing(): boolean {
  return useStore(imageEditor.runs, () => isEditing(imageEditor))
}
