import { isJsonObject } from '../../../../contract/json.ts'
import { connectionStore, type PageConfig } from './connection.ts'

/**
 * Asks the origin that served the page what it is. A page on a plain web server has no such file:
 * it then knows no local API, which is a fine state and no fault.
 */
export async function loadPageConfig(): Promise<PageConfig> {
  const config = await readConfig()
  connectionStore.setState({ config })
  return config
}

const ALONE: PageConfig = { mode: 'static', providerName: 'vendor', apiOrigins: [] }

async function readConfig(): Promise<PageConfig> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
    return response.ok ? pageConfig(await response.json()) : ALONE
  } catch {
    return ALONE
  }
}

/** What the service says of itself; anything that is not what a service says leaves the page alone. */
function pageConfig(found: unknown): PageConfig {
  if (!isJsonObject(found)) return ALONE
  const { mode, baseUrl, apiKey, providerName = ALONE.providerName, apiOrigins = [] } = found
  if (
    (mode !== 'local' && mode !== 'relay') ||
    typeof baseUrl !== 'string' ||
    !(apiKey === undefined || typeof apiKey === 'string') ||
    typeof providerName !== 'string' ||
    !(Array.isArray(apiOrigins) && apiOrigins.every((origin) => typeof origin === 'string'))
  )
    return ALONE
  // The local API is always the page's own origin; behind a proxy the service cannot know it.
  const local = location.origin + new URL(baseUrl).pathname
  return {
    mode,
    baseUrl: local,
    ...(apiKey !== undefined && { apiKey }),
    providerName,
    apiOrigins,
    ...(found['fixedOrigins'] === true && { fixedOrigins: true as const }),
  }
}
