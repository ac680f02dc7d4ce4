import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import type { Client } from '../client.ts'
import type { World } from '../world.ts'
import type { PageConfig } from './connections.ts'

const loads = new WeakMap<Client, Promise<JsonObject | undefined>>()

/**
 * What the service that served the page says of itself, not validated yet. A page on a plain web server
 * has no such file: undefined, which is a fine state and no fault. One request per page at most, unless
 * none was answered.
 */
export function loadServiceConfig(client: Client): Promise<JsonObject | undefined> {
  const load = loads.get(client) ?? fetchConfig(client)
  loads.set(client, load)
  return load
}

async function fetchConfig(client: Client): Promise<JsonObject | undefined> {
  const { fetch, configPath } = client.world
  if (configPath === undefined) return undefined
  try {
    const response = await fetch(configPath, { headers: { Accept: 'application/json' } })
    const found: unknown = response.ok ? await response.json() : undefined
    return isJsonObject(found) ? found : undefined
  } catch {
    // Unreachable, or a page in its place: the next reader may have more luck.
    loads.delete(client)
    return undefined
  }
}

/** Asks the origin that served the page for its API, and enters it into the connection. */
export async function loadPageConfig(client: Client): Promise<PageConfig> {
  const config = pageConfig(client.world, await loadServiceConfig(client))
  client.connections.store.setState({ config })
  return config
}

const ALONE: PageConfig = { mode: 'static', providerName: 'vendor', apiOrigins: [] }

/** Anything that is not what a service says leaves the page alone. By hand: the first load has no schemas. */
function pageConfig(world: World, found: JsonObject = {}): PageConfig {
  const {
    mode,
    baseUrl,
    apiKey,
    upstreamOrigin,
    providerName = ALONE.providerName,
    apiOrigins = [],
  } = found
  if (
    (mode !== 'local' && mode !== 'relay') ||
    typeof baseUrl !== 'string' ||
    !URL.canParse(baseUrl) ||
    !(apiKey === undefined || typeof apiKey === 'string') ||
    !(upstreamOrigin === undefined || isOrigin(upstreamOrigin)) ||
    typeof providerName !== 'string' ||
    !(Array.isArray(apiOrigins) && apiOrigins.every((origin) => typeof origin === 'string'))
  )
    return ALONE
  return {
    mode,
    baseUrl: onOwnOrigin(world, baseUrl),
    ...(apiKey !== undefined && { apiKey }),
    ...(mode === 'relay' && upstreamOrigin !== undefined && { upstreamOrigin }),
    providerName,
    apiOrigins,
    ...(found['fixedOrigins'] === true && { fixedOrigins: true as const }),
  }
}

function isOrigin(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^https?:/.test(value) &&
    URL.canParse(value) &&
    new URL(value).origin === value
  )
}

/** The service is always on the page's own origin; behind a proxy it cannot know which that is. */
export function onOwnOrigin({ origin }: World, url: string): string {
  return origin + new URL(url).pathname
}
