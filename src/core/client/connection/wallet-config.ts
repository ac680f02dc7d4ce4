import { networkOf, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { z } from '../../../../contract/zod.ts'
import type { Client } from '../client.ts'
import { loadServiceConfig, onOwnOrigin } from './service-config.ts'

/** A chain that the local service runs, and where it is read. */
interface LocalChain {
  network: PaymentNetwork
  /** On the page's own origin. */
  rpcUrl: string
  /** Where payments to the service go, by its own word. */
  payTo?: string
}

/** The chains of the local service, whose coins are worth nothing. */
export interface LocalChains {
  chains: readonly LocalChain[]
  faucetUrl: string
}

const address = z.string().check(z.refine((text) => URL.canParse(text)))
const chain = z.object({ network: z.string(), rpcUrl: address, payTo: z.exactOptional(z.string()) })
const chainsSchema = z.object({ evm: chain, solana: chain, faucetUrl: address })

/** The chains of the service that served the page; undefined when it runs none. */
export async function loadLocalChains(client: Client): Promise<LocalChains | undefined> {
  const parsed = chainsSchema.safeParse(await loadServiceConfig(client)).data
  if (parsed === undefined) return undefined
  const chains = [parsed.evm, parsed.solana].flatMap(({ network, rpcUrl, ...rest }) => {
    const known = networkOf(network)
    return known === undefined
      ? []
      : [{ network: known, rpcUrl: onOwnOrigin(client.world, rpcUrl), ...rest }]
  })
  return { chains, faucetUrl: onOwnOrigin(client.world, parsed.faucetUrl) }
}

/** Where payments to the local service go on a chain, by its own word. */
export function payeeOf(
  local: LocalChains | null | undefined,
  networkId: string,
): string | undefined {
  return local?.chains.find(({ network }) => network.id === networkId)?.payTo
}
