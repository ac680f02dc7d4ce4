import { isJsonObject } from '../../../../contract/json.ts'
import { localText } from '../db/browser-storage.ts'

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
export function loadTypedApi(): TypedApi | undefined {
  const stored = localText.loadJson(TYPED_KEY)
  const api = readApi(stored)
  const isAsked = isJsonObject(stored) && stored['isAsked'] === true
  return api && { ...api, ...(isAsked && { isAsked }) }
}

export function saveTypedApi(api: TypedApi): void {
  localText.save(TYPED_KEY, JSON.stringify(api))
}

/** The API that the page was connected to without a key, to connect again after a reload. */
export function loadOpenApi(): OtherApi | undefined {
  return readApi(localText.loadJson(OPEN_KEY))
}

/** Undefined: the next visit begins with the local service. */
export function saveOpenApi(api: OtherApi | undefined): void {
  if (api === undefined) localText.remove(OPEN_KEY)
  else localText.save(OPEN_KEY, JSON.stringify(api))
}

function readApi(stored: unknown): OtherApi | undefined {
  if (!isJsonObject(stored)) return undefined
  const { baseUrl, providerName } = stored
  return typeof baseUrl === 'string' && URL.canParse(baseUrl) && typeof providerName === 'string'
    ? { baseUrl, providerName }
    : undefined
}
