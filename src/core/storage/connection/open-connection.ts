import type { TextStorage } from '../db/browser-storage.ts'

/** Where the connection that was used last is named. */
export const OPEN_KEY = 'playground.openConnection'

/** The id of the connection that this tab, or else any, used last; undefined: this machine's. */
export function loadOpenConnection(session: TextStorage, local: TextStorage): string | undefined {
  return session.load(OPEN_KEY) ?? local.load(OPEN_KEY)
}

/** The token under which keys wait for the page to come back; see `core/client/connection/handover`. */
export const HANDOVER_KEY = 'playground.handover'
