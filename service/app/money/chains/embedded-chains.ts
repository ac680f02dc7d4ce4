import type { EvmNetwork, SolanaNetwork } from '../../../../contract/wallet/networks.ts'

/** Where payments go on one chain: known without starting it. */
interface Rail<Network> {
  network: Network
  /** The USDC contract or mint. */
  asset: string
  /** The EVM address, or the Solana owner, that payments go to. */
  payTo: string
}

/** A chain that runs inside the service. */
interface EmbeddedChain {
  /** Answers JSON-RPC, one request or a batch; undefined when nothing is to be answered. */
  rpc(body: unknown): Promise<unknown>
  /** Gives atomic test USDC to an address; resolves to the hash or signature of the transaction. */
  mint(address: string, amount: bigint): Promise<string>
  /** Gives an address without coins for network fees enough for some transactions. */
  giveFees(address: string): Promise<void>
}

/**
 * The two embedded chains. Each starts at the first call of its function and then stays; a start
 * that failed is tried again at the next call.
 */
export interface EmbeddedChains {
  readonly rails: {
    readonly evm: Rail<EvmNetwork>
    /** `feePayer` is the account that pays network fees (`extra.feePayer` of x402). */
    readonly solana: Rail<SolanaNetwork> & { feePayer: string }
  }
  /** @throws ChainUnavailableError, one readable line, when it cannot run */
  evm(): Promise<EmbeddedChain>
  /** @throws ChainUnavailableError, one readable line, when it cannot run */
  svm(): Promise<EmbeddedChain>
}
