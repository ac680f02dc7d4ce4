import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'

/** The connection that something is sent over: the current one unless another was chosen and is open. */
export function connectionOf(
  { connections }: Pick<Client, 'connections'>,
  chosen: { id: string } | undefined,
): Connection | undefined {
  const { open, connection } = connections.store.getState()
  return chosen === undefined ? connection : open.find(({ id }) => id === chosen.id)
}

/** What to do where {@link connectionOf} has none. */
export function missingConnection(chosen: { name: string } | undefined): string {
  return chosen === undefined
    ? 'Connect to an API first.'
    : `Connect to ${chosen.name} first, or choose another connection.`
}
