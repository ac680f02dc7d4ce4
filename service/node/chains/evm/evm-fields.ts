import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex } from '@ethereumjs/util'
import { numberToHex, type Hex } from 'viem'

import { BASE_FEE_WEI } from './evm-fees.ts'

const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

/** A block's header as JSON-RPC writes it. */
export type HeaderFields = ReturnType<typeof headerFields>

/** Writes a header down; the library's object can then go. */
export function headerFields(block: Block) {
  const { header } = block
  return {
    number: numberToHex(header.number),
    parentHash: bytesToHex(header.parentHash),
    sha3Uncles: NO_UNCLES,
    logsBloom: bytesToHex(header.logsBloom),
    transactionsRoot: bytesToHex(header.transactionsTrie),
    stateRoot: bytesToHex(header.stateRoot),
    receiptsRoot: bytesToHex(header.receiptTrie),
    miner: header.coinbase.toString(),
    difficulty: '0x0',
    totalDifficulty: '0x0',
    nonce: bytesToHex(header.nonce),
    mixHash: bytesToHex(header.mixHash),
    extraData: bytesToHex(header.extraData),
    size: numberToHex(block.serialize().length),
    gasLimit: numberToHex(header.gasLimit),
    gasUsed: numberToHex(header.gasUsed),
    timestamp: numberToHex(header.timestamp),
    baseFeePerGas: numberToHex(BASE_FEE_WEI),
  }
}

/** A transaction as JSON-RPC writes it, but for its place and its sender. */
export type TransactionFields = ReturnType<typeof transactionFields>

/** Writes a transaction down; the library's object can then go. */
export function transactionFields(tx: TypedTransaction) {
  const dynamic = 'maxFeePerGas' in tx
  return {
    type: numberToHex(tx.type),
    chainId: numberToHex(tx.common.chainId()),
    nonce: numberToHex(tx.nonce),
    gas: numberToHex(tx.gasLimit),
    value: numberToHex(tx.value),
    input: bytesToHex(tx.data),
    gasPrice: numberToHex(priceOf(tx)),
    ...(dynamic
      ? {
          maxFeePerGas: numberToHex(tx.maxFeePerGas),
          maxPriorityFeePerGas: numberToHex(tx.maxPriorityFeePerGas),
        }
      : {}),
    ...('accessList' in tx ? { accessList: accessListOf(tx.accessList) } : {}),
    v: numberToHex(tx.v ?? 0n),
    r: numberToHex(tx.r ?? 0n),
    s: numberToHex(tx.s ?? 0n),
    ...(dynamic ? { yParity: numberToHex(tx.v ?? 0n) } : {}),
  }
}

function accessListOf(list: readonly (readonly [Uint8Array, readonly Uint8Array[]])[]) {
  return list.map(([address, keys]): { address: Hex; storageKeys: Hex[] } => ({
    address: bytesToHex(address),
    storageKeys: keys.map((key) => bytesToHex(key)),
  }))
}

function priceOf(tx: TypedTransaction): bigint {
  if (!('maxFeePerGas' in tx)) return tx.gasPrice
  const wanted = BASE_FEE_WEI + tx.maxPriorityFeePerGas
  return wanted < tx.maxFeePerGas ? wanted : tx.maxFeePerGas
}
