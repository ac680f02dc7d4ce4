import { networkOf, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { z } from '../../../../contract/zod.ts'
import { connectionStore, type PageConfig } from './connection.ts'

/** A chain that the local service runs, and where it is read. */
interface LocalChain {
  network: PaymentNetwork
  /** On the page's own origin. */
  rpcUrl: string
}

/** The chains of the local service, whose coins are worth nothing. */
export interface LocalChains {
  chains: readonly LocalChain[]
  faucetUrl: string
}

/** The WalletConnect project under which phone wallets are reached, and the relay's address. */
export interface WalletRelay {
  projectId: string
  relayUrl: string
}

/** Reads what is not valid as a default. */
const orElse = z.catch

const address = z.string().check(z.refine((text) => URL.canParse(text)))
const chain = z.object({ network: z.string(), rpcUrl: address })

/** `GET /config.json` of the service. What wallets need is judged apart: a fault there leaves the API usable. */
const configSchema = z.object({
  mode: z.enum(['local', 'relay']),
  baseUrl: address,
  apiKey: z.exactOptional(z.string()),
  providerName: z.exactOptional(z.string()),
  apiOrigins: z.exactOptional(z.array(z.string())),
  fixedOrigins: orElse(z.optional(z.literal(true)), undefined),
  evm: orElse(z.optional(chain), undefined),
  solana: orElse(z.optional(chain), undefined),
  faucetUrl: orElse(z.optional(address), undefined),
  walletConnect: orElse(
    z.optional(
      z.object({
        projectId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
        relayUrl: z.string().check(z.regex(/^wss?:\/\/[^/]+$/)),
      }),
    ),
    undefined,
  ),
})

type ServiceConfig = z.infer<typeof configSchema>

let loaded: Promise<ServiceConfig | undefined> | undefined

/**
 * What the service that served the page says of itself. A page on a plain web server has no such
 * file: undefined, which is a fine state and no fault. One request per page, unless none was answered.
 */
function loadServiceConfig(): Promise<ServiceConfig | undefined> {
  loaded ??= fetchConfig()
  return loaded
}

async function fetchConfig(): Promise<ServiceConfig | undefined> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
    return response.ok ? configSchema.safeParse(await response.json()).data : undefined
  } catch {
    // Unreachable, or a page in its place: the next reader may have more luck.
    loaded = undefined
    return undefined
  }
}

/** Asks the origin that served the page for its API, and enters it into the connection. */
export async function loadPageConfig(): Promise<PageConfig> {
  const found = await loadServiceConfig()
  const { providerName = 'vendor', apiOrigins = [] } = found ?? {}
  const config: PageConfig =
    found === undefined
      ? { mode: 'static', providerName, apiOrigins }
      : {
          mode: found.mode,
          baseUrl: onOwnOrigin(found.baseUrl),
          ...(found.apiKey !== undefined && { apiKey: found.apiKey }),
          providerName,
          apiOrigins,
          ...(found.fixedOrigins === true && { fixedOrigins: true as const }),
        }
  connectionStore.setState({ config })
  return config
}

/** The chains of the service that served the page; undefined when it runs none. */
export async function loadLocalChains(): Promise<LocalChains | undefined> {
  const { evm, solana, faucetUrl } = (await loadServiceConfig()) ?? {}
  if (evm === undefined || solana === undefined || faucetUrl === undefined) return undefined
  const chains = [evm, solana].flatMap(({ network, rpcUrl }) => {
    const known = networkOf(network)
    return known === undefined ? [] : [{ network: known, rpcUrl: onOwnOrigin(rpcUrl) }]
  })
  return { chains, faucetUrl: onOwnOrigin(faucetUrl) }
}

/** How phone wallets are reached; undefined where they are not offered. */
export async function loadWalletRelay(): Promise<WalletRelay | undefined> {
  return (await loadServiceConfig())?.walletConnect
}

/** The service is always on the page's own origin; behind a proxy it cannot know which that is. */
function onOwnOrigin(url: string): string {
  return location.origin + new URL(url).pathname
}
