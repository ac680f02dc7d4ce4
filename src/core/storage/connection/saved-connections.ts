import { createStore, type StoreApi } from 'zustand/vanilla'

import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { TextStorage } from '../db/browser-storage.ts'
import { loadOpenConnection, OPEN_KEY } from './open-connection.ts'

/** What a server offered when it was last connected to. */
export interface ServerFacts {
  /** How many models it lists; undefined: it has no list. */
  models?: number
  /** How many entries of its list could not be read; absent: none. */
  unread?: number
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

interface SavedConnections {
  /** In the order in which they were added. */
  store: StoreApi<readonly SavedConnection[]>
  save(connection: SavedConnection): void
  /** Removes a connection and what else is kept of it: limits, failures, balances. Returns the way back. */
  remove(id: string): () => void
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
  const records = createSavedRecords({ local, events, prefix: PREFIX, read: readConnection })
  const isOther = (id: string) =>
    UUID.test(id) && !records.store.getState().some((one) => one.id === id)
  // A response that came after its connection was removed left something behind.
  for (const prefix of OF_SCOPE) forget([local], prefix, isOther)
  return {
    ...records,
    remove(id) {
      const saved = records.store.getState().find((one) => one.id === id)
      records.remove(id)
      const isAlone = records.store.getState().every(({ baseUrl }) => baseUrl !== saved?.baseUrl)
      const forgotten = forget(
        [local, session],
        'playground.',
        (word) => word === id,
        isAlone ? saved?.baseUrl : undefined,
      )
      return () => {
        if (saved !== undefined) records.save(saved)
        for (const { storage, key, text } of forgotten) storage.save(key, text)
      }
    },
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

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What is kept by the scope of a connection. */
const OF_SCOPE = ['playground.failures.', 'playground.spend.', 'playground.balances']

/** What belongs to an address: who pays there, and how it is paid. */
const OF_ADDRESS: ReadonlySet<string> = new Set([
  'playground.payFromWallet',
  'playground.topUpTerms',
])

/**
 * Removes what is kept of connections: records whose key or text names one as a word, which is how the scope of a
 * connection is written, the members of records that do, and what belongs to an address. Returns what was there.
 */
function forget(
  storages: readonly TextStorage[],
  prefix: string,
  isId: (word: string) => boolean,
  baseUrl?: string,
): { storage: TextStorage; key: string; text: string }[] {
  const names = (text: string) => text.split(' ').some(isId)
  return storages.flatMap((storage) =>
    storage.keys(prefix).flatMap((key) => {
      const text = storage.load(key)
      if (text === undefined || key.startsWith(PREFIX)) return []
      const stored = storage.loadJson(key)
      const value = isJsonObject(stored) ? stored : {}
      const { id, baseUrl: address = text.split(' ').at(-1) } = value
      const members = Object.entries(value)
      const kept = members.filter(([name]) => !names(name))
      const isOfAddress = OF_ADDRESS.has(key) && address === baseUrl
      if (names(key) || names(text) || isOfAddress || (typeof id === 'string' && isId(id)))
        storage.remove(key)
      else if (kept.length < members.length)
        storage.save(key, JSON.stringify(Object.fromEntries(kept)))
      else return []
      return [{ storage, key, text }]
    }),
  )
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

function readFacts({ models, unread, offers }: JsonObject): ServerFacts {
  return {
    ...(typeof models === 'number' && { models }),
    ...(typeof unread === 'number' && { unread }),
    offers: SERVER_OFFERS.filter((offer) => listOf(offers).includes(offer)),
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** What the keys of saved tool servers begin with. Whether there are any is known before what reads them is loaded. */
export const TOOL_SERVER_PREFIX = 'playground.toolServer.'

interface SavedRecord {
  id: string
  /** Unix ms. */
  addedAt: number
}

/** Records of this browser under a key each: what tabs save at once is merged. */
interface SavedRecords<Saved extends SavedRecord> {
  /** In the order in which they were added. */
  store: StoreApi<readonly Saved[]>
  save(record: Saved): void
  remove(id: string): void
}

interface SavedRecordsWorld<Saved extends SavedRecord> {
  /** Of all tabs. */
  local: TextStorage
  /** Where `storage` events arrive. */
  events: Pick<EventTarget, 'addEventListener'>
  /** What each key begins with; the record's id follows. */
  prefix: string
  /** Reads what is stored; undefined: it is no such record. */
  read: (stored: unknown) => Saved | undefined
}

/** Reads the records under a prefix, and follows what other tabs change. */
export function createSavedRecords<Saved extends SavedRecord>({
  local,
  events,
  prefix,
  read,
}: SavedRecordsWorld<Saved>): SavedRecords<Saved> {
  /** Where storage is refused, or full, they last as long as the page. */
  const unsaved = new Map<string, Saved>()
  const list = (): readonly Saved[] => {
    const stored = local.keys(prefix).flatMap((key) => read(local.loadJson(key)) ?? [])
    return [...stored.filter(({ id }) => !unsaved.has(id)), ...unsaved.values()].toSorted(
      (a, b) => a.addedAt - b.addedAt || a.id.localeCompare(b.id),
    )
  }
  const store = createStore(list)
  const refresh = () => store.setState(list(), true)
  events.addEventListener('storage', (event) => {
    const key: unknown = Reflect.get(event, 'key')
    if (key === null || (typeof key === 'string' && key.startsWith(prefix))) refresh()
  })
  return {
    store,
    save(record) {
      if (local.save(prefix + record.id, JSON.stringify(record))) unsaved.delete(record.id)
      else unsaved.set(record.id, record)
      refresh()
    },
    remove(id) {
      unsaved.delete(id)
      local.remove(prefix + id)
      refresh()
    },
  }
}
