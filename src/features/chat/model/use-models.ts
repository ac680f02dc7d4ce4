import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'

import { isTextModel, type ModelNames } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { listModelsOptions, modelNamesOptions } from '../../../core/client/queries/models.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { quietStore } from '../../../page/quiet.ts'

/** What the service says about its text models. */
export interface KnownModels {
  /** Empty while the list is not there. */
  models: readonly Model[]
  traits: ModelNames
  mapping: ModelNames
  loading: boolean
  failed: boolean
  /** The same function each time. */
  retry: () => unknown
}

const NONE: readonly Model[] = []
const NO_NAMES: ModelNames = {}

function textModels(models: readonly Model[]): readonly Model[] {
  return models.filter(isTextModel)
}

/**
 * The text models of a connection, the current one unless said otherwise, with the names that stand for them. They are asked for when
 * `wanted`, and otherwise read as far as someone else has asked. Traits and mappings may be missing:
 * not every service has them.
 */
export function useModels(wanted: boolean, of?: Connection): KnownModels {
  const current = useStore(client.connections.store, (state) => state.connection)
  const connection = of ?? current
  const isQuiet = useStore(quietStore, (state) => state.isQuiet)
  const enabled = wanted && connection !== undefined && !isQuiet
  const list = useQuery(
    { ...listModelsOptions(client, connection), enabled, select: textModels },
    queryClient,
  )
  const traits = useQuery(
    { ...modelNamesOptions(client, connection, 'traits'), enabled },
    queryClient,
  )
  const mapping = useQuery(
    { ...modelNamesOptions(client, connection, 'compatibility_mapping'), enabled },
    queryClient,
  )
  return {
    models: list.data ?? NONE,
    traits: traits.data ?? NO_NAMES,
    mapping: mapping.data ?? NO_NAMES,
    loading: list.data === undefined && !list.isError,
    failed: list.isError,
    retry: list.refetch,
  }
}
