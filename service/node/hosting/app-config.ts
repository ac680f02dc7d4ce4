import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { chainPlaces } from '../../app/chains/chain-places.ts'
import type { EmbeddedChains } from '../../app/chains/embedded-chains.ts'
import type { AppContext } from '../../app/http/app-environment.ts'
import { respond } from '../../app/http/respond.ts'
import { setHeaders } from '../../app/http/set-headers.ts'
import { REVISION } from '../../app/revision.ts'
import type { AllowedApiOrigins } from './allowed-api-origins.ts'

interface AppConfigOptions {
  mode: 'local' | 'relay'
  /** The key for the page; absent in relay mode, where the caller brings one. */
  apiKey: string | undefined
  /** In relay mode, where requests are passed to; the page is given its scheme and host alone. */
  relay: string | undefined
  allowed: AllowedApiOrigins
  /** The embedded chains, where there are any. */
  chains: EmbeddedChains | undefined
  /** The MCP servers of this computer, by name. */
  mcpServers: readonly string[]
}

/**
 * `GET /config.json`: what the page needs to connect. The key is only for a request that the
 * browser itself marks as coming from our own page; no other site can make one.
 */
export function appConfig(options: AppConfigOptions) {
  const { mode, apiKey, relay, allowed, chains, mcpServers } = options
  return (context: AppContext) => {
    const isOwnPage = context.req.header('sec-fetch-site') === 'same-origin'
    // Who comes by the public name is anybody.
    const isPublic = context.get('publicOrigin') !== undefined
    const origin = context.get('publicOrigin') ?? new URL(context.req.url).origin
    const config = {
      mode,
      ...(relay === undefined ? {} : { upstreamOrigin: new URL(relay).origin }),
      baseUrl: `${origin}/api/v1`,
      providerName: NEUTRAL_PROVIDER_NAME,
      apiOrigins: allowed.list(),
      version: REVISION,
      ...(chains === undefined ? {} : chainPlaces(chains, origin)),
      ...(mcpServers.length === 0 ? {} : { mcpServers }),
      ...(isOwnPage && !isPublic && apiKey !== undefined ? { apiKey } : {}),
    }
    setHeaders(context, { 'content-type': 'application/json' })
    return respond(context, JSON.stringify(config))
  }
}
