/** A chain on which the service takes USDC. */
export type PaymentNetwork = EvmNetwork | SolanaNetwork

interface NetworkBase {
  /** CAIP-2 chain id. */
  readonly id: string
  /** The name to show. */
  readonly name: string
  /** The name that x402 version 1 used. */
  readonly shortName: string
  /** The USDC contract or mint. */
  readonly asset: string
  /** True when its coins are worth nothing. */
  readonly test: boolean
}

/** An EVM chain. */
export interface EvmNetwork extends NetworkBase {
  readonly family: 'evm'
  readonly chainId: number
  /** EIP-712 domain of the USDC contract. Its name differs between chains. */
  readonly domain: { readonly name: string; readonly version: string }
}

/** A Solana cluster. */
export interface SolanaNetwork extends NetworkBase {
  readonly family: 'solana'
}

/** Decimals of USDC on every chain here, so one atomic unit is one micro-USD. */
export const USDC_DECIMALS = 6

export const BASE: EvmNetwork = {
  family: 'evm',
  id: 'eip155:8453',
  name: 'Base',
  shortName: 'base',
  chainId: 8453,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  domain: { name: 'USD Coin', version: '2' },
  test: false,
}

export const BASE_SEPOLIA: EvmNetwork = {
  family: 'evm',
  id: 'eip155:84532',
  name: 'Base Sepolia',
  shortName: 'base-sepolia',
  chainId: 84532,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  domain: { name: 'USDC', version: '2' },
  test: true,
}

export const SOLANA: SolanaNetwork = {
  family: 'solana',
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  shortName: 'solana',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  test: false,
}

export const SOLANA_DEVNET: SolanaNetwork = {
  family: 'solana',
  id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana devnet',
  shortName: 'solana-devnet',
  asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  test: true,
}

/** Every chain on which a payment may be signed. Anything else is refused. */
export const PAYMENT_NETWORKS: readonly PaymentNetwork[] = [
  BASE,
  SOLANA,
  BASE_SEPOLIA,
  SOLANA_DEVNET,
]

/**
 * The network of a name in any published spelling: CAIP-2 id, version 1 short name, or an EVM chain
 * id as a number or decimal text.
 */
export function networkOf(name: string | number): PaymentNetwork | undefined {
  const text = String(name)
  return PAYMENT_NETWORKS.find(
    (network) =>
      network.id === text ||
      network.shortName === text ||
      (network.family === 'evm' && String(network.chainId) === text),
  )
}
