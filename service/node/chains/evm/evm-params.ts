import { isAddress, isHex, type Address, type Hex } from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { invalidParams } from '../json-rpc.ts'

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
