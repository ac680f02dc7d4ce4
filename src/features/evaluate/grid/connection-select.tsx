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
import { Select } from '../select.tsx'

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
  const current = connections.connection ? ` (${connections.connection.name})` : ''
  const choices = connectionChoices(connections, saved)
  const isGone = chosen !== undefined && choices.every(({ id }) => id !== chosen.id)
  return (
    <Select
      aria-label={label}
      options={[
        { value: '', label: `Current connection${current}` },
        ...choices.map(({ id, name, isReady }) => ({
          value: id,
          label: isReady ? name : `${name} (key required)`,
          disabled: !isReady,
        })),
        ...(isGone
          ? [{ value: chosen.id, label: `${chosen.name} (removed)`, disabled: true }]
          : []),
      ]}
      value={chosenId ?? ''}
      onChange={(id) => {
        const choice = choices.find((one) => one.id === id)
        openChosen(client, saved.find((one) => one.id === id) ?? choice, sealedKey)
        onChange(choice && { id, name: choice.name })
      }}
      className="w-full min-w-0 truncate"
    />
  )
}

/** The connection that a configuration is sent over; undefined while it can't send. */
export function useConnectionOf({
  connection: chosen,
}: Pick<Configuration, 'connection'>): Connection | undefined {
  return useStore(client.connections.store, () => connectionOf(client, chosen))
}
