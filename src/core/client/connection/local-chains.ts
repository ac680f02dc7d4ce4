import { networkOf, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { z } from '../../../../contract/zod.ts'

const placeSchema = z.object({ network: z.string(), rpcUrl: z.string() })
const chainsSchema = z.object({ evm: placeSchema, solana: placeSchema, faucetUrl: z.string() })

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

/** Asks the service that served the page for its chains; undefined when it runs none. */
export async function loadLocalChains(): Promise<LocalChains | undefined> {
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } }).catch(
    () => undefined,
  )
  const body: unknown =
    response?.ok === true ? await response.json().catch(() => undefined) : undefined
  const parsed = chainsSchema.safeParse(body).data
  if (parsed === undefined) return undefined
  const chains = [parsed.evm, parsed.solana].flatMap(({ network, rpcUrl }) => {
    const known = networkOf(network)
    return known === undefined ? [] : [{ network: known, rpcUrl: onOwnOrigin(rpcUrl) }]
  })
  return { chains, faucetUrl: onOwnOrigin(parsed.faucetUrl) }
}

/** Behind a proxy the service cannot know the page's origin, and the page may ask no other. */
function onOwnOrigin(url: string): string {
  return location.origin + new URL(url).pathname
}
