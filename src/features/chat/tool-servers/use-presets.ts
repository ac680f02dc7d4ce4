import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { PRACTICE_ORIGIN } from '../../../../contract/practice/practice-api.ts'
import { loadServiceConfig } from '../../../core/client/connection/service-config.ts'
import type { SavedToolServer } from '../../../core/storage/connection/saved-tool-servers.ts'
import { client } from '../../../page/client.ts'

interface Preset {
  name: string
  url: string
}

const PRACTICE_PATH = '/local/mcp'

/** Whether a URL is that of the practice server, in the local service or in this page. */
export function isPracticeUrl(url: string): boolean {
  return [PRACTICE_ORIGIN, location.origin].some((origin) => url === origin + PRACTICE_PATH)
}

/** The servers that need no URL to be known: the practice server, and those that the service bridges. */
export function usePresets(saved: readonly SavedToolServer[]): readonly Preset[] {
  const mode = useStore(client.connections.store, ({ config }) => config.mode)
  const [bridged, setBridged] = useState<readonly string[]>([])
  useEffect(() => {
    let isGone = false
    void loadServiceConfig(client).then((config) => {
      const names = config?.['mcpServers']
      if (!isGone && Array.isArray(names))
        setBridged(names.filter((name) => typeof name === 'string'))
    })
    return () => {
      isGone = true
    }
  }, [])
  const origin = mode === 'static' ? PRACTICE_ORIGIN : location.origin
  return [
    { name: 'Practice server', url: origin + PRACTICE_PATH },
    ...bridged.map((name) => ({
      name,
      url: `${location.origin}${PRACTICE_PATH}/${encodeURIComponent(name)}`,
    })),
  ].filter(({ url }) => saved.every((one) => one.url !== url))
}
