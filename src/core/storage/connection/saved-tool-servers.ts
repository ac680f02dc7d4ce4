import type { StoreApi } from 'zustand/vanilla'

import { z } from '../../../../contract/zod.ts'
import type { TextStorage } from '../db/browser-storage.ts'
import { createSavedRecords, TOOL_SERVER_PREFIX } from './saved-connections.ts'

/** The most tool servers there can be. */
export const MAX_TOOL_SERVERS = 12

const ASKED_KEY = 'playground.askedToolServer'

const savedSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string().check(z.refine((url) => URL.canParse(url))),
  /** It is used with an `Authorization` header. */
  usesAuthorization: z.boolean(),
  /** That header is in the vault of this browser. */
  isRemembered: z.exactOptional(z.literal(true)),
  /** The names of its tools that aren't sent. */
  off: z.array(z.string()),
  /** When it was added; Unix ms. */
  addedAt: z.number(),
})

/** A tool server as this browser stores it. What authorizes requests to it never is. */
export type SavedToolServer = z.infer<typeof savedSchema>

/** The tool servers of this browser, a record each: what tabs save at once is merged. */
export interface SavedToolServers {
  /** In the order in which they were added. */
  store: StoreApi<readonly SavedToolServer[]>
  save(server: SavedToolServer): void
  remove(id: string): void
  /** The server whose origin a person left the page to allow; read once, to connect when they come back. */
  takeAsked(): SavedToolServer | undefined
  saveAsked(server: SavedToolServer): void
}

interface SavedToolServersWorld {
  /** Of all tabs. */
  local: TextStorage
  /** Of this tab. */
  session: TextStorage
  /** Where `storage` events arrive. */
  events: Pick<EventTarget, 'addEventListener'>
}

/** Reads the saved tool servers, and follows what other tabs change. */
export function createSavedToolServers({
  local,
  session,
  events,
}: SavedToolServersWorld): SavedToolServers {
  return {
    ...createSavedRecords({ local, events, prefix: TOOL_SERVER_PREFIX, read: readServer }),
    takeAsked() {
      const asked = readServer(session.loadJson(ASKED_KEY))
      session.remove(ASKED_KEY)
      return asked
    },
    saveAsked: (server) => void session.save(ASKED_KEY, JSON.stringify(server)),
  }
}

/** Anything else in storage is not read. */
function readServer(stored: unknown): SavedToolServer | undefined {
  return savedSchema.safeParse(stored).data
}
