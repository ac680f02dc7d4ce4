import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { hexOf } from '../../../../contract/wallet/sign-in-check.ts'
import type { ChainRpc } from '../../../core/client/wallet/json-rpc.ts'
import type { ChainFinding } from './evm-reads.ts'

/** A transaction as the chain is asked about it. */
export interface SolanaTrace {
  /** The payer's token account. */
  source: string
  memo: string
  /** SHA-256 of the message, hex. */
  messageHash: string
  lastValidBlockHeight: number
}

/** Where the amount stands in a token account. */
const AMOUNT_OFFSET = 64

/** USDC in a token account, atomic; none where there is no such account. Rejects when it cannot be read. */
export async function solanaUsdcBalance(rpc: ChainRpc, tokenAccount: string): Promise<bigint> {
  const { value } = objectOf(await rpc('getAccountInfo', [tokenAccount, { encoding: 'base64' }]))
  if (value === null) return 0n
  const data = isJsonObject(value) && Array.isArray(value['data']) ? value['data'][0] : undefined
  if (typeof data !== 'string') throw new Error('The chain gave no account.')
  const bytes = bytesOfBase64(data)
  if (bytes.length < AMOUNT_OFFSET + 8) throw new Error('The account holds no token.')
  return new DataView(bytes.buffer).getBigUint64(AMOUNT_OFFSET, true)
}

/** A recent blockhash, and the height after which a transaction with it can never land. */
export async function latestBlockhash(
  rpc: ChainRpc,
): Promise<{ blockhash: string; lastValidBlockHeight: number }> {
  const { value } = objectOf(await rpc('getLatestBlockhash', [{ commitment: 'confirmed' }]))
  const { blockhash, lastValidBlockHeight } = objectOf(value)
  if (typeof blockhash !== 'string' || typeof lastValidBlockHeight !== 'number')
    throw new Error('The chain gave no blockhash.')
  return { blockhash, lastValidBlockHeight }
}

/**
 * What became of a payment. Its transaction id is not known here, because the fee payer signs first; its
 * memo finds it among those of the payer's token account, and the message says that it is the one.
 * Rejects when the chain cannot be read.
 */
export async function findTransfer(rpc: ChainRpc, trace: SolanaTrace): Promise<ChainFinding> {
  const { source, memo, messageHash, lastValidBlockHeight } = trace
  // The height first: what is not found after it was seen had not landed at it.
  const height = await rpc('getBlockHeight', [{ commitment: 'finalized' }])
  if (typeof height !== 'number') throw new Error('The chain gave no height.')
  const list = await rpc('getSignaturesForAddress', [
    source,
    { limit: 1000, commitment: 'confirmed' },
  ])
  if (!Array.isArray(list)) throw new Error('The chain gave no list of transactions.')
  for (const entry of list) {
    if (!isJsonObject(entry)) continue
    const { signature, err } = entry
    if (typeof entry['memo'] !== 'string' || !entry['memo'].includes(memo)) continue
    if (typeof signature !== 'string' || (await hashOf(rpc, signature)) !== messageHash) continue
    return err === null
      ? { state: 'settled', transaction: signature }
      : { state: 'dead', provedBy: 'The transaction failed on the chain.', transaction: signature }
  }
  return height > lastValidBlockHeight
    ? { state: 'dead', provedBy: 'The chain is past its last block, and it is not there.' }
    : { state: 'open' }
}

/** SHA-256 of the message of a transaction on the chain, hex. */
async function hashOf(rpc: ChainRpc, signature: string): Promise<string | undefined> {
  const found = await rpc('getTransaction', [
    signature,
    { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ])
  if (found === null) return undefined
  const { transaction } = objectOf(found)
  const text: unknown = Array.isArray(transaction) ? transaction[0] : undefined
  return typeof text === 'string' ? messageHashOf(bytesOfBase64(text)) : undefined
}

/** SHA-256 of the message inside a wire transaction, hex: the same whoever has signed so far. */
export async function messageHashOf(transaction: Uint8Array): Promise<string> {
  // One byte of count serves up to 127 signatures, far more than fit.
  const message = transaction.slice(1 + 64 * (transaction[0] ?? 0))
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', message)))
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

function objectOf(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new Error('The chain gave no object.')
  return value
}
