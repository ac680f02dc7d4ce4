import { type Chain, defineChain } from 'viem'

import { BASE, BASE_SEPOLIA, type EvmNetwork } from '../../../../contract/wallet/networks.ts'

/** A chain as wallets want it described when they do not know it. The page itself reads none of these addresses. */
function chainOf({ chainId, name, test }: EvmNetwork, rpcUrl: string, explorer: string): Chain {
  return defineChain({
    id: chainId,
    name,
    testnet: test,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    blockExplorers: { default: { name: 'Basescan', url: explorer } },
  })
}

/** The EVM chains on which a payment may be signed. */
export const evmChains = [
  chainOf(BASE, 'https://mainnet.base.org', 'https://basescan.org'),
  chainOf(BASE_SEPOLIA, 'https://sepolia.base.org', 'https://sepolia.basescan.org'),
] as const
