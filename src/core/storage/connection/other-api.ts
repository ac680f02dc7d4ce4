import { isJsonObject } from '../../../../contract/json.ts'
import type { TextStorage } from '../db/browser-storage.ts'

/** Where another API is. Its key is never stored. */
export interface OtherApi {
  baseUrl: string
  providerName: string
}

/** What the connection dialog remembers of another API. */
interface TypedApi extends OtherApi {
  /** A person left for the page that allows its origin, to connect when they come back. */
  isAsked?: boolean
}

const TYPED_KEY = 'playground.typedApi'
/** The start of the page looks for this key without reading it. */
const OPEN_KEY = 'playground.openApi'

/** The API last typed into the connection dialog. */
export function loadTypedApi(storage: TextStorage): TypedApi | undefined {
  const stored = storage.loadJson(TYPED_KEY)
  const api = readApi(stored)
  const isAsked = isJsonObject(stored) && stored['isAsked'] === true
  return api && { ...api, ...(isAsked && { isAsked }) }
}

export function saveTypedApi(storage: TextStorage, api: TypedApi): void {
  storage.save(TYPED_KEY, JSON.stringify(api))
}

/** The API that the page was connected to without a key, to connect again after a reload. */
export function loadOpenApi(storage: TextStorage): OtherApi | undefined {
  return readApi(storage.loadJson(OPEN_KEY))
}

/** Undefined: the next visit begins with the local service. */
export function saveOpenApi(storage: TextStorage, api: OtherApi | undefined): void {
  if (api === undefined) storage.remove(OPEN_KEY)
  else storage.save(OPEN_KEY, JSON.stringify(api))
}

function readApi(stored: unknown): OtherApi | undefined {
  if (!isJsonObject(stored)) return undefined
  const { baseUrl, providerName } = stored
  return typeof baseUrl === 'string' && URL.canParse(baseUrl) && typeof providerName === 'string'
    ? { baseUrl, providerName }
    : undefined
}
