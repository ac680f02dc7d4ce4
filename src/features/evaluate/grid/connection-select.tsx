import { useEffect } from 'react'
import { useStore } from 'zustand'

import {
  connectionChoices,
  openChosen,
} from '../../../core/client/connection/choice/open-chosen.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import type { Configuration } from '../../../core/evaluate/board.ts'
import { connectionOf } from '../../../core/evaluate/run/connection-of.ts'
import { client } from '../../../page/client.ts'
import { savedConnections } from '../../../page/connections.ts'
import { sealedKey } from '../../../page/sealed-key.ts'

interface ConnectionSelectProps {
  label: string
  configuration: Pick<Configuration, 'connection'>
  onChange: (connection: Configuration['connection']) => void
}

/** Over which connection a configuration is sent. */
export function ConnectionSelect({ label, configuration, onChange }: ConnectionSelectProps) {
  const connections = useStore(client.connections.store)
  const saved = useStore(savedConnections.store)
  const { connection: chosen } = configuration
  const chosenId = chosen?.id
  useEffect(() => {
    // After a reload, those that need no key are open again at once.
    if (chosenId === undefined) return
    openChosen(client, saved.find(({ id }) => id === chosenId) ?? { id: chosenId }, sealedKey)
  }, [chosenId, saved])
  const choices = connectionChoices(connections, saved)
  const isGone = chosen !== undefined && choices.every(({ id }) => id !== chosen.id)
  return (
    <select
      aria-label={label}
      value={chosenId ?? ''}
      onChange={({ target: { value } }) => {
        const choice = choices.find(({ id }) => id === value)
        openChosen(client, saved.find(({ id }) => id === value) ?? choice, sealedKey)
        onChange(choice && { id: choice.id, name: choice.name })
      }}
      className="w-full min-w-0 truncate field"
    >
      <option value="">
        Current connection{connections.connection && ` (${connections.connection.name})`}
      </option>
      {choices.map(({ id, name, isReady }) => (
        <option key={id} value={id} disabled={!isReady}>
          {isReady ? name : `${name} (key required)`}
        </option>
      ))}
      {isGone && (
        <option value={chosen.id} disabled>
          {chosen.name} (removed)
        </option>
      )}
    </select>
  )
}

/** The connection that a configuration is sent over; undefined while it can't send. */
export function useConnectionOf({
  connection: chosen,
}: Pick<Configuration, 'connection'>): Connection | undefined {
  return useStore(client.connections.store, () => connectionOf(client, chosen))
}
