import { useId } from 'react'
import { useStore } from 'zustand'

import { LOCAL_ID, PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { isOpen, needsSecrets } from '../../core/client/connection/saved-choice.ts'
import type { SavedConnection } from '../../core/storage/connection/saved-connections.ts'
import { client } from '../../page/client.ts'
import { cx } from '../../ui/cx.ts'
import { ConnectionDot } from './connection-dot.tsx'

interface ConnectionListProps {
  saved: readonly SavedConnection[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** All connections: a press, or an arrow key, switches to one. */
export function ConnectionList({ saved, chosen, onChoose }: ConnectionListProps) {
  const { connection, open } = useStore(client.connections.store)
  const local = open.find(({ id }) => id === LOCAL_ID)
  return (
    <div role="radiogroup" aria-label="Connections" className="flex flex-col gap-0.5">
      <Row
        name="This machine"
        note={local?.credential?.label ?? 'local service'}
        isCurrent={connection?.id === LOCAL_ID}
        isChosen={chosen === LOCAL_ID}
        onChoose={() => onChoose(LOCAL_ID)}
      />
      <Row
        name="Practice"
        note="runs in this page"
        isCurrent={connection?.id === PRACTICE_ID}
        isChosen={chosen === PRACTICE_ID}
        onChoose={() => onChoose(PRACTICE_ID)}
      />
      {saved.map((one) => {
        const credential = open.find(({ id }) => id === one.id)?.credential
        const key = needsSecrets(one)
          ? isOpen(open, one)
            ? credential?.label
            : one.isRemembered === true
              ? 'saved key'
              : 'key required'
          : (credential?.label ?? 'no key')
        const { host } = new URL(one.baseUrl)
        return (
          <Row
            key={one.id}
            name={one.name}
            note={host === one.name ? (key ?? '') : `${host} · ${key}`}
            color={one.color}
            isCurrent={connection?.id === one.id}
            isChosen={chosen === one.id}
            onChoose={() => onChoose(one.id)}
          />
        )
      })}
    </div>
  )
}

interface RowProps {
  name: string
  /** Where it is, and how it is paid. */
  note: string
  /** Its place among the colors; absent for this machine's service, and practice. */
  color?: number
  /** The page is connected to it. */
  isCurrent: boolean
  isChosen: boolean
  onChoose: () => void
}

function Row({ name, note, color, isCurrent, isChosen, onChoose }: RowProps) {
  const id = useId()
  return (
    <label className="relative flex items-center gap-2 rounded-md px-3 text-sm target hover:bg-surface-2 has-checked:bg-accent/12 has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="connection"
        aria-label={name}
        aria-describedby={id}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
      />
      <ConnectionDot color={color} tone="good" isFaint={!isCurrent} />
      <span aria-hidden className={cx('max-w-1/2 truncate', isChosen && 'font-medium')}>
        {name}
      </span>
      <span id={id} className="ml-auto min-w-0 truncate font-mono text-xs text-text-3">
        {isCurrent && <span className="sr-only">in use, </span>}
        {note}
      </span>
    </label>
  )
}
