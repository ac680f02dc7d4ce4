import {
  type EvmNetwork,
  type PaymentNetwork,
  USDC_DECIMALS,
} from '../../../../../contract/wallet/networks.ts'

/**
 * What a wallet on a phone reads from a QR code: USDC to an address, as EIP-681 or Solana Pay. Without an amount,
 * micro-USD, the wallet asks for it.
 */
export function paymentUri(
  network: PaymentNetwork,
  address: string,
  amountMicroUsd?: number,
): string {
  return network.family === 'evm'
    ? eip681(network, address, amountMicroUsd)
    : solanaPay(network.asset, address, amountMicroUsd)
}

function eip681({ asset, chainId }: EvmNetwork, address: string, microUsd?: number): string {
  const amount = microUsd === undefined ? '' : `&uint256=${microUsd}`
  return `ethereum:${asset}@${chainId}/transfer?address=${address}${amount}`
}

function solanaPay(mint: string, address: string, microUsd?: number): string {
  const amount = microUsd === undefined ? '' : `amount=${decimal(microUsd)}&`
  return `solana:${address}?${amount}spl-token=${mint}`
}

/** 1_500_000 as "1.5": no exponent, and no zeros that say nothing. */
function decimal(atomic: number): string {
  const digits = String(atomic).padStart(USDC_DECIMALS + 1, '0')
  const fraction = digits.slice(-USDC_DECIMALS).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, -USDC_DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`
}
