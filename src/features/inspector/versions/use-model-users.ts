import { useEffect, useState } from 'react'

import type { ModelUser } from '../../../core/inspector/versions/deprecations.ts'
import { listConversations } from '../../../core/storage/conversations/conversations.ts'
import { listPresets } from '../../../core/storage/settings/presets.ts'

/** The presets and conversations of this browser with the models they ask for; empty until read. */
export function useModelUsers(): readonly ModelUser[] {
  const [users, setUsers] = useState<readonly ModelUser[]>([])
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const [presets, conversations] = await Promise.all([listPresets(), listConversations()])
      if (isGone) return
      setUsers([
        ...presets.map(({ name, model }) => ({ name: `Preset ${name}`, model })),
        ...conversations
          .filter(({ comparison }) => comparison === undefined)
          .map(({ id, title, model }) => ({
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
