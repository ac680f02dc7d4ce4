import type { StoreApi } from 'zustand/vanilla'

import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { TextStorage } from '../db/browser-storage.ts'
import { loadOpenConnection, OPEN_KEY } from './open-connection.ts'
import { createSavedRecords } from './saved-records.ts'

/** What a server offered when it was last connected to. */
export interface ServerFacts {
  /** How many models it lists; undefined: it has no list. */
  models?: number
  /** What its list says of its models, or what one of them can do. */
  offers: readonly ServerOffer[]
}

export const SERVER_OFFERS = [
  'prices',
  'context',
  'vision',
  'tools',
  'reasoning',
  'search',
] as const

export type ServerOffer = (typeof SERVER_OFFERS)[number]

/** A connection as this browser stores it. Its secrets never are. */
export interface SavedConnection {
  id: string
  name: string
  baseUrl: string
  providerName: string
  /** Headers that hold no secret. */
  headers: HeaderList
  /** The names of those that do. */
  secretHeaders: readonly string[]
  /** It is used with an API key. */
  usesKey: boolean
  /** Its secrets are in the vault of this browser. */
  isRemembered?: true
  /** Place among the colors of connections, from 0. */
  color: number
  /** When it was added, and last used; Unix ms. */
  addedAt: number
  lastUsedAt: number
  facts?: ServerFacts
}

/** The most connections there can be, this machine's own service among them. */
export const MAX_CONNECTIONS = 12

/** How many colors connections can have. */
export const CONNECTION_COLORS = 6

const PREFIX = 'playground.connection.'
const ASKED_KEY = 'playground.askedConnection'

/** The saved connections of this browser, a record each: what tabs save at once is merged. */
export interface SavedConnections {
  /** In the order in which they were added. */
  store: StoreApi<readonly SavedConnection[]>
  save(connection: SavedConnection): void
  remove(id: string): void
  /** The id of the connection that this tab, or else any, used last; undefined: this machine's. */
  loadOpen(): string | undefined
  saveOpen(id: string): void
  /** The connection whose origin a person left the page to allow, to connect when they come back. */
  loadAsked(): SavedConnection | undefined
  saveAsked(connection: SavedConnection | undefined): void
}

interface SavedConnectionsWorld {
  /** Of all tabs. */
  local: TextStorage
  /** Of this tab: what it used last is not changed by another one. */
  session: TextStorage
  /** Where `storage` events arrive. */
  events: Pick<EventTarget, 'addEventListener'>
}

/** Reads the saved connections, and follows what other tabs change. */
export function createSavedConnections({
  local,
  session,
  events,
}: SavedConnectionsWorld): SavedConnections {
  return {
    ...createSavedRecords({ local, events, prefix: PREFIX, read: readConnection }),
    loadOpen: () => loadOpenConnection(session, local),
    saveOpen(id) {
      session.save(OPEN_KEY, id)
      local.save(OPEN_KEY, id)
    },
    loadAsked: () => readConnection(session.loadJson(ASKED_KEY)),
    saveAsked(connection) {
      if (connection === undefined) session.remove(ASKED_KEY)
      else session.save(ASKED_KEY, JSON.stringify(connection))
    },
  }
}

/** Anything else in storage, such as a key, is not read. */
function readConnection(stored: unknown): SavedConnection | undefined {
  if (!isJsonObject(stored)) return undefined
  const { id, name, baseUrl, providerName, headers, secretHeaders, usesKey, color, facts } = stored
  const { isRemembered, addedAt, lastUsedAt } = stored
  if (
    typeof id !== 'string' ||
    typeof name !== 'string' ||
    typeof baseUrl !== 'string' ||
    !URL.canParse(baseUrl) ||
    typeof providerName !== 'string'
  )
    return undefined
  return {
    id,
    name,
    baseUrl,
    providerName,
    headers: listOf(headers).flatMap((pair): [string, string][] => {
      const [header, value] = listOf(pair)
      return typeof header === 'string' && typeof value === 'string' ? [[header, value]] : []
    }),
    secretHeaders: listOf(secretHeaders).filter((header) => typeof header === 'string'),
    usesKey: usesKey === true,
    ...(isRemembered === true && { isRemembered }),
    color: typeof color === 'number' && Number.isSafeInteger(color) && color >= 0 ? color : 0,
    ...(isJsonObject(facts) && { facts: readFacts(facts) }),
    addedAt: typeof addedAt === 'number' ? addedAt : 0,
    lastUsedAt: typeof lastUsedAt === 'number' ? lastUsedAt : 0,
  }
}

function readFacts({ models, offers }: JsonObject): ServerFacts {
  return {
    ...(typeof models === 'number' && { models }),
    offers: SERVER_OFFERS.filter((offer) => listOf(offers).includes(offer)),
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
