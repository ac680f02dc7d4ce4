import { useStore } from 'zustand'

import { columnConnection } from '../../../core/chat/compare/columns.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { client } from '../../../page/client.ts'

/** The connection that a column goes to; undefined while it can't send. */
export function useColumnConnection(column: CompareColumn): Connection | undefined {
  return useStore(client.connections.store, () => columnConnection(client, column))
}
