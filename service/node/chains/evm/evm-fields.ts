import type { Block } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex } from '@ethereumjs/util'
import { type Address, type Hex, isAddress, isHex, numberToHex } from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { invalidParams } from '../json-rpc.ts'

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

/** A parameter that is an address of 20 bytes. @throws RpcError -32602 */
export function addressParam(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false }))
    throw invalidParams(`${name} must be an address: 0x and 40 hex digits.`)
  return value
}

/** A parameter that is bytes in hex. @throws RpcError -32602 */
export function bytesParam(value: unknown, name: string): Hex {
  if (!isHex(value) || value.length % 2 !== 0)
    throw invalidParams(`${name} must be bytes: 0x and an even number of hex digits.`)
  return value
}

/** A parameter that is a hash of 32 bytes, in lower case. @throws RpcError -32602 */
export function hashParam(value: unknown, name: string): Hex {
  const hash = bytesParam(value, name)
  if (hash.length !== 66) throw invalidParams(`${name} must be 32 bytes.`)
  return `0x${hash.slice(2).toLowerCase()}`
}

/** A parameter that is a quantity in hex. @throws RpcError -32602 */
export function quantityParam(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw invalidParams(`${name} must be a quantity: 0x and hex digits.`)
  return BigInt(value)
}

/** Which block a parameter means. */
export type BlockChoice = 'latest' | { number: bigint } | { hash: Hex }

/**
 * A block tag, number or EIP-1898 object. Every block here is final, so all tags but `earliest`
 * mean the latest one. @throws RpcError -32602
 */
export function blockParam(value: unknown): BlockChoice {
  switch (value) {
    case undefined:
    case null:
    case 'latest':
    case 'pending':
    case 'safe':
    case 'finalized':
      return 'latest'
    case 'earliest':
      return { number: 0n }
    default:
  }
  if (!isJsonObject(value)) return { number: quantityParam(value, 'block') }
  return value['blockHash'] === undefined
    ? blockParam(value['blockNumber'])
    : { hash: hashParam(value['blockHash'], 'blockHash') }
}

/** What `eth_call` and `eth_estimateGas` are asked to run. */
export interface CallRequest {
  from: Address
  to: Address | undefined
  data: Hex
  value: bigint
  gas: bigint | undefined
}

/** The first parameter of `eth_call` and `eth_estimateGas`. @throws RpcError -32602 */
export function callParam(value: unknown): CallRequest {
  if (!isJsonObject(value)) throw invalidParams('The call must be an object.')
  const { from, to, gas, value: amount } = value
  const data = value['input'] ?? value['data']
  return {
    from: isAbsent(from) ? `0x${'0'.repeat(40)}` : addressParam(from, 'from'),
    to: isAbsent(to) ? undefined : addressParam(to, 'to'),
    data: isAbsent(data) ? '0x' : bytesParam(data, 'data'),
    value: isAbsent(amount) ? 0n : quantityParam(amount, 'value'),
    gas: isAbsent(gas) ? undefined : quantityParam(gas, 'gas'),
  }
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** How much gas a block, and so a transaction, may take. */
export const BLOCK_GAS_LIMIT = 30_000_000n

/** Fixed, so that a fee someone was told stays enough, wei per gas. */
export const BASE_FEE_WEI = 1_000_000n

/** What is recommended on top, wei per gas. */
export const PRIORITY_FEE_WEI = 1_000_000n
