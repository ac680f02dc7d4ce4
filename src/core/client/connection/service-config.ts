import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { connectionStore, type PageConfig } from './connection.ts'

let loaded: Promise<JsonObject | undefined> | undefined

/**
 * What the service that served the page says of itself, not judged yet. A page on a plain web server
 * has no such file: undefined, which is a fine state and no fault. One request per page, unless none
 * was answered.
 */
export function loadServiceConfig(): Promise<JsonObject | undefined> {
  loaded ??= fetchConfig()
  return loaded
}

async function fetchConfig(): Promise<JsonObject | undefined> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
    const found: unknown = response.ok ? await response.json() : undefined
    return isJsonObject(found) ? found : undefined
  } catch {
    // Unreachable, or a page in its place: the next reader may have more luck.
    loaded = undefined
    return undefined
  }
}

/** Asks the origin that served the page for its API, and enters it into the connection. */
export async function loadPageConfig(): Promise<PageConfig> {
  const config = pageConfig(await loadServiceConfig())
  connectionStore.setState({ config })
  return config
}

const ALONE: PageConfig = { mode: 'static', providerName: 'vendor', apiOrigins: [] }

/** Anything that is not what a service says leaves the page alone. By hand: the first load has no schemas. */
function pageConfig(found: JsonObject = {}): PageConfig {
  const { mode, baseUrl, apiKey, providerName = ALONE.providerName, apiOrigins = [] } = found
  if (
    (mode !== 'local' && mode !== 'relay') ||
    typeof baseUrl !== 'string' ||
    !URL.canParse(baseUrl) ||
    !(apiKey === undefined || typeof apiKey === 'string') ||
    typeof providerName !== 'string' ||
    !(Array.isArray(apiOrigins) && apiOrigins.every((origin) => typeof origin === 'string'))
  )
    return ALONE
  return {
    mode,
    baseUrl: onOwnOrigin(baseUrl),
    ...(apiKey !== undefined && { apiKey }),
    providerName,
    apiOrigins,
    ...(found['fixedOrigins'] === true && { fixedOrigins: true as const }),
  }
}

/** The service is always on the page's own origin; behind a proxy it cannot know which that is. */
export function onOwnOrigin(url: string): string {
  return location.origin + new URL(url).pathname
}
