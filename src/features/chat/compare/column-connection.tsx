import { useEffect } from 'react'
import { useStore } from 'zustand'

import { chooseColumnConnection } from '../../../core/chat/compare/column-connection.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { connectionChoices, openChosen } from '../../../core/client/connection/open-chosen.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { savedConnections } from '../../../page/connections.ts'
import { sealedKey } from '../../../page/sealed-key.ts'

interface ColumnConnectionProps {
  column: CompareColumn
  /** From 1, from the left. */
  number: number
}

/** Over which connection a column is sent; there is nothing to choose while there is only one. */
export function ColumnConnection({ column, number }: ColumnConnectionProps) {
  const connections = useStore(client.connections.store)
  const saved = useStore(savedConnections.store)
  const { connection: chosen } = column.conversation
  const chosenId = chosen?.id
  useEffect(() => {
    // After a reload, those that need no key are open again at once.
    const one = saved.find(({ id }) => id === chosenId)
    openChosen(client, one ?? (chosenId === undefined ? undefined : { id: chosenId }), sealedKey)
  }, [chosenId, saved])
  if (saved.length === 0 && chosen === undefined) return null
  const options = connectionChoices(connections, saved)
  const isGone = chosen !== undefined && options.every(({ id }) => id !== chosen.id)
  return (
    <select
      aria-label={`Connection ${String.fromCodePoint(64 + number)}`}
      value={chosen?.id ?? ''}
      onChange={({ target: { value } }) => {
        const one = saved.find(({ id }) => id === value)
        const named = options.find(({ id }) => id === value)
        void chooseColumnConnection(chat, column.conversation.id, one ?? named, sealedKey)
      }}
      className="w-full field"
    >
      <option value="">
        Current connection{connections.connection && ` (${connections.connection.name})`}
      </option>
      {options.map(({ id, name, isReady }) => (
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
