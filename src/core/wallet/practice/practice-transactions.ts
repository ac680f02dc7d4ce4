import { type Hex, hexToBigInt, hexToNumber, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { ChainRpc } from '../../client/wallet/wallet-reads.ts'
import { rpcError } from '../session/eip-1193.ts'

/** Sends a call of the local chain's USDC, as a wallet with coins for gas does; returns the hash. Overwrites the key. */
export async function sendPracticeTransaction(
  key: Uint8Array,
  call: unknown,
  { asset, chainId }: EvmNetwork,
  rpc: ChainRpc,
): Promise<unknown> {
  const { to, data, chainId: named } = isJsonObject(call) ? call : {}
  if (to !== asset || !isHex(data) || named !== `0x${chainId.toString(16)}`)
    throw rpcError(-32602, 'The practice wallet sends USDC of the local network only.')
  const account = privateKeyToAccount(`0x${hexOfBytes(key)}`)
  key.fill(0)
  const from = account.address
  const [nonce, gas, gasPrice] = await Promise.all([
    rpc('eth_getTransactionCount', [from, 'latest']),
    rpc('eth_estimateGas', [{ from, to, data }]),
    rpc('eth_gasPrice', []),
  ])
  const signed = await account.signTransaction({
    type: 'eip1559',
    chainId,
    to: asset as Hex,
    data,
    nonce: hexToNumber(quantity(nonce)),
    gas: hexToBigInt(quantity(gas)),
    maxFeePerGas: hexToBigInt(quantity(gasPrice)),
    maxPriorityFeePerGas: 0n,
  })
  return rpc('eth_sendRawTransaction', [signed])
}

function quantity(value: unknown): Hex {
  if (!isHex(value)) throw rpcError(-32603, 'Invalid RPC response: not hex.')
  return value
}
