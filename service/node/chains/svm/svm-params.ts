import { isAddress, type Address } from '@solana/kit'

import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { invalidParams } from '../json-rpc.ts'

/** A parameter that is a base58 address of 32 bytes. @throws RpcError -32602 */
export function addressParam(value: unknown, name = 'The address'): Address {
  if (typeof value !== 'string' || !isAddress(value))
    throw invalidParams(`Invalid param: ${name} must be 32 bytes in base58.`)
  return value
}

/** A parameter that is text. @throws RpcError -32602 */
export function textParam(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalidParams(`Invalid param: ${name} must be a string.`)
  return value
}

/** A parameter that is a list with at most `most` items. @throws RpcError -32602 */
export function listParam(value: unknown, name: string, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most)
    throw invalidParams(`Invalid param: ${name} must be an array of at most ${most}.`)
  return value
}

/** A parameter that is a whole number of at least 0. @throws RpcError -32602 */
export function countParam(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`Invalid param: ${name} must be an integer, 0 or more.`)
  return value
}

/** The optional object of options. @throws RpcError -32602 */
export function optionsParam(value: unknown): JsonObject {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) throw invalidParams('Invalid param: the options must be an object.')
  return value
}

/** The bytes of a transaction or message, in base64 or, for transactions by default, base58. */
export function base64Param(value: unknown, name: string): Uint8Array {
  const text = textParam(value, name)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw invalidParams(`Invalid param: ${name} must be base64.`)
  return Uint8Array.from(Buffer.from(text, 'base64'))
}
