import { useEffect } from 'react'
import { useStore } from 'zustand'

import {
  chooseColumnConnection,
  openColumnConnection,
} from '../../../core/chat/compare/column-connection.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { isOpen, needsSecrets } from '../../../core/client/connection/choose-saved.ts'
import { LOCAL_ID, PRACTICE_ID } from '../../../core/client/connection/connections.ts'
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
  const { config, connection, open } = useStore(client.connections.store)
  const saved = useStore(savedConnections.store)
  const { connection: chosen } = column.conversation
  const chosenId = chosen?.id
  useEffect(() => {
    // After a reload, those that need no key are open again at once.
    const one = saved.find(({ id }) => id === chosenId)
    openColumnConnection(
      client,
      one ?? (chosenId === undefined ? undefined : { id: chosenId }),
      sealedKey,
    )
  }, [chosenId, saved])
  if (saved.length === 0 && chosen === undefined) return null
  const own = [
    ...(config.baseUrl === undefined ? [] : [{ id: LOCAL_ID, name: 'This machine' }]),
    { id: PRACTICE_ID, name: 'Practice' },
  ]
  const options = [
    ...own,
    ...saved.map((one) => {
      const isReady = isOpen(open, one) || !needsSecrets(one) || one.isRemembered === true
      return { id: one.id, name: isReady ? one.name : `${one.name} (key required)`, isReady }
    }),
  ]
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
      <option value="">Current connection{connection && ` (${connection.name})`}</option>
      {options.map(({ id, name, ...option }) => (
        <option key={id} value={id} disabled={'isReady' in option && !option.isReady}>
          {name}
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
