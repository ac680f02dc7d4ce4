import {
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
} from '@solana/kit'

import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { RpcError } from '../json-rpc.ts'

const MAX_WIRE_BYTES = 1232

/** A transaction as it came over the wire, decoded. */
export interface WireTransaction {
  wire: Uint8Array
  /** The fee payer's signature; undefined while its place is empty. */
  signature: string | undefined
  /** What makes two transactions the same: the message, whoever has signed it. */
  message: Uint8Array
  compiled: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime
}

/** Reads a transaction from its bytes. @throws RpcError -32602 when they are none */
export function readTransaction(wire: Uint8Array): WireTransaction {
  if (wire.length > MAX_WIRE_BYTES)
    throw new RpcError(
      -32602,
      `The transaction has ${wire.length} bytes; at most ${MAX_WIRE_BYTES} are sent.`,
    )
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const [feePayerSignature] = Object.values(signatures)
    return {
      wire,
      signature: feePayerSignature ? encodeBase58(Uint8Array.from(feePayerSignature)) : undefined,
      message: Uint8Array.from(messageBytes),
      compiled: getCompiledTransactionMessageDecoder().decode(messageBytes),
    }
  } catch (error) {
    throw new RpcError(
      -32602,
      `Invalid transaction: ${error instanceof Error ? error.message : 'cannot be read'}`,
    )
  }
}

/** True for the format before versions. */
export function isLegacy({ compiled }: WireTransaction): boolean {
  return compiled.version === 'legacy'
}
