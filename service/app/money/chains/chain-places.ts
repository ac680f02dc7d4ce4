import type { EmbeddedChains } from './embedded-chains.ts'

/** Where the embedded chains and their faucet are: for `/config.json` and the line of `--json`. */
export interface ChainPlaces {
  evm: ChainPlace
  solana: ChainPlace
  faucetUrl: string
}

interface ChainPlace {
  /** CAIP-2 id. */
  network: string
  rpcUrl: string
  /** The USDC contract or mint. */
  asset: string
  /** Where payments go: an EVM address, a Solana owner. */
  payTo: string
}

export const EVM_RPC_PATH = '/local/rpc/evm'
export const SOLANA_RPC_PATH = '/local/rpc/solana'
export const FAUCET_PATH = '/local/faucet'

/** The places as seen from an origin, such as `http://127.0.0.1:4310`. Starts no chain. */
export function chainPlaces(
  { rails: { evm, solana } }: EmbeddedChains,
  origin: string,
): ChainPlaces {
  return {
    evm: {
      network: evm.network.id,
      rpcUrl: `${origin}${EVM_RPC_PATH}`,
      asset: evm.asset,
      payTo: evm.payTo,
    },
    solana: {
      network: solana.network.id,
      rpcUrl: `${origin}${SOLANA_RPC_PATH}`,
      asset: solana.asset,
      payTo: solana.payTo,
    },
    faucetUrl: `${origin}${FAUCET_PATH}`,
  }
}
