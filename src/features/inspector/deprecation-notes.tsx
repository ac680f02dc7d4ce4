import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import {
  type Deprecation,
  daysLeft,
  deprecations,
  type ModelUser,
  usersOf,
} from '../../core/inspector/versions/deprecations.ts'
import { listConversations } from '../../core/storage/conversations/conversations.ts'
import { listPresets } from '../../core/storage/settings/presets.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'
import { Section } from '../../ui/content/section.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Link } from '../../ui/hooks/location.tsx'
import { useClock } from '../../ui/hooks/use-clock.ts'

/** Models that go away, with the days left and what of this browser asks for them; nothing when none. */
export function DeprecationNotes({ exchange }: { exchange: Exchange }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { data: models = [] } = useQuery(listModelsOptions(client, connection), queryClient)
  const users = useModelUsers()
  const found = deprecations(exchange, models, users)
  if (found.length === 0) return null
  return (
    <div className="px-3 pt-3">
      <Section title="Deprecated models">
        <ul className="flex flex-col gap-3">
          {found.map((deprecation) => (
            <DeprecationNote
              key={deprecation.model}
              deprecation={deprecation}
              users={usersOf(deprecation.model, users)}
            />
          ))}
        </ul>
      </Section>
    </div>
  )
}

/** Most users that are named; the others are counted. */
const NAMED = 5

interface DeprecationNoteProps {
  deprecation: Deprecation
  users: readonly ModelUser[]
}

function DeprecationNote({ deprecation, users }: DeprecationNoteProps) {
  const { model, atMs, warning, replacement } = deprecation
  const nowMs = useClock()
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-mono text-xs">{model}</span>
        {atMs !== undefined && (
          <>
            <Badge tone="warn">{daysLeft(atMs, nowMs)}</Badge>
            <span className="text-xs text-text-3 tabular-nums">
              {new Date(atMs).toISOString().slice(0, 10)}
            </span>
          </>
        )}
      </p>
      {warning !== undefined && <p className="text-text-2">{warning}</p>}
      {replacement !== undefined && warning?.includes(replacement) !== true && (
        <p className="text-text-2">
          Use <span className="font-mono text-xs">{replacement}</span> instead.
        </p>
      )}
      {users.length === 0 ? (
        <p className="text-xs text-text-3">Nothing saved in this browser uses it.</p>
      ) : (
        <p className="text-xs text-text-2">
          Used by{' '}
          {users.slice(0, NAMED).map(({ name, path }, index) => (
            // Two conversations may have the same name.
            <span key={path ?? name}>
              {index > 0 && ', '}
              {path === undefined ? (
                name
              ) : (
                <Link href={path} className="text-accent underline">
                  {name}
                </Link>
              )}
            </span>
          ))}
          {users.length > NAMED && ` and ${users.length - NAMED} more`}.
        </p>
      )}
    </li>
  )
}

/** The presets and conversations of this browser with the models they ask for; empty until read. */
function useModelUsers(): readonly ModelUser[] {
  const [users, setUsers] = useState<readonly ModelUser[]>([])
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const [presets, conversations] = await Promise.all([listPresets(), listConversations()])
      if (isGone) return
      setUsers([
        ...presets.map(({ name, model }) => ({ name: `Preset ${name}`, model })),
        ...conversations.map(({ id, title, model }) => ({
          name: title || 'Untitled chat',
          model,
          path: `/chat/${id}`,
        })),
      ])
    }
    // Where storage is refused nothing is saved, so nothing uses a model.
    read().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [])
  return users
}
