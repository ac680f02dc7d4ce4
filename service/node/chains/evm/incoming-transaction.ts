import type { Common } from '@ethereumjs/common'
import { createTxFromRLP, TransactionType, type TypedTransaction } from '@ethereumjs/tx'
import { hexToBytes } from '@ethereumjs/util'
import type { Hex } from 'viem'

import { RpcError } from '../json-rpc.ts'
import { BASE_FEE_WEI, BLOCK_GAS_LIMIT } from './evm-fees.ts'

/**
 * A signed transaction from its bytes, for this chain and with a signature that verifies.
 * @throws RpcError -32000
 */
export function readTransaction(raw: Hex, common: Common): TypedTransaction {
  let tx: TypedTransaction
  try {
    tx = createTxFromRLP(hexToBytes(raw), { common })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new RpcError(-32000, `invalid transaction: ${text.replace(/ \(.*$/s, '')}`)
  }
  if (tx.type === TransactionType.BlobEIP4844)
    throw new RpcError(-32000, 'transaction type not supported')
  if (!tx.isSigned() || !tx.verifySignature())
    throw new RpcError(-32000, 'invalid transaction: signature does not verify')
  if (tx.type === TransactionType.Legacy && (tx.v ?? 0n) < 35n)
    throw new RpcError(-32000, 'only replay-protected (EIP-155) transactions allowed over RPC')
  return tx
}

/**
 * Checks that a sender with this balance, wei, can pay for a transaction.
 * @throws RpcError -32000 in the words of other nodes
 */
export function requirePayable(tx: TypedTransaction, balance: bigint): void {
  const price = 'maxFeePerGas' in tx ? tx.maxFeePerGas : tx.gasPrice
  if (price < BASE_FEE_WEI)
    throw new RpcError(
      -32000,
      `max fee per gas less than block base fee: maxFeePerGas: ${price}, baseFee: ${BASE_FEE_WEI}`,
    )
  if (tx.gasLimit > BLOCK_GAS_LIMIT) throw new RpcError(-32000, 'exceeds block gas limit')
  const least = tx.getIntrinsicGas()
  if (tx.gasLimit < least)
    throw new RpcError(-32000, `intrinsic gas too low: have ${tx.gasLimit}, want ${least}`)
  const cost = price * tx.gasLimit + tx.value
  if (balance < cost)
    throw new RpcError(
      -32000,
      `insufficient funds for gas * price + value: address ${tx.getSenderAddress().toString()} have ${balance} want ${cost}`,
    )
}
