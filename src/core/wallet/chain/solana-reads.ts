import { base64ToBytes, hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { given, isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { ChainRpc } from '../../client/wallet/wallet-reads.ts'
import type { ChainStatus } from './evm-reads.ts'

/** A transaction as the chain is asked about it. */
export interface SolanaTrace {
  /** The payer's token account. */
  source: string
  memo: string
  /** SHA-256 of the message, hex. */
  messageHash: string
  lastValidBlockHeight: number
}

const signaturesSchema = z.array(
  z.object({
    signature: z.string(),
    err: z.union([z.null(), z.string(), z.looseObject({})]),
    memo: z.nullish(z.string()),
    blockTime: z.nullish(z.number()),
  }),
)

/** Transactions that a chain lists at once, and how many times it is asked for older ones. */
const PAGE_SIZE = 1000
const MAX_PAGES = 20

/** How far the clock of this computer may be ahead of the chain's. */
const CLOCK_SLACK_MS = 3_600_000

/** Where the amount stands in a token account. */
const AMOUNT_OFFSET = 64

/** USDC in a token account, atomic; none where there is no such account. Rejects when it cannot be read. */
export async function solanaUsdcBalance(rpc: ChainRpc, tokenAccount: string): Promise<bigint> {
  const { value } = objectOf(await rpc('getAccountInfo', [tokenAccount, { encoding: 'base64' }]))
  if (value === null) return 0n
  const data = isJsonObject(value) && Array.isArray(value['data']) ? value['data'][0] : undefined
  if (typeof data !== 'string') throw new Error('Invalid RPC response: no account.')
  const bytes = bytesOf(data)
  if (bytes.length < AMOUNT_OFFSET + 8) throw new Error('Not a token account.')
  return new DataView(bytes.buffer).getBigUint64(AMOUNT_OFFSET, true)
}

/** A recent blockhash, and the height after which a transaction with it can never land. */
export async function latestBlockhash(
  rpc: ChainRpc,
): Promise<{ blockhash: string; lastValidBlockHeight: number }> {
  const { value } = objectOf(await rpc('getLatestBlockhash', [{ commitment: 'confirmed' }]))
  const { blockhash, lastValidBlockHeight } = objectOf(value)
  if (typeof blockhash !== 'string' || typeof lastValidBlockHeight !== 'number')
    throw new Error('Invalid RPC response: no blockhash.')
  return { blockhash, lastValidBlockHeight }
}

/**
 * What became of a payment that was planned at `createdAt` (Unix ms). Its transaction id is not known here,
 * because the fee payer signs first; its memo finds it among those of the payer's token account, and the
 * message says that it is the one. Absence is a proof only where the list reaches back to the plan.
 * Rejects when the chain cannot be read.
 */
export async function findTransfer(
  rpc: ChainRpc,
  { source, memo, messageHash, lastValidBlockHeight }: SolanaTrace,
  createdAt: number,
): Promise<ChainStatus> {
  // The height first: what is not found after it was seen had not landed at it.
  const height = await rpc('getBlockHeight', [{ commitment: 'finalized' }])
  if (typeof height !== 'number') throw new Error('Invalid RPC response: no block height.')
  const isOver = height > lastValidBlockHeight
  const earliest = (createdAt - CLOCK_SLACK_MS) / 1000
  let before: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const list = signaturesSchema.parse(
      await rpc('getSignaturesForAddress', [
        source,
        { limit: PAGE_SIZE, commitment: 'confirmed', ...given({ before }) },
      ]),
    )
    for (const { signature, err, memo: written } of list) {
      if (written?.includes(memo) !== true) continue
      if ((await hashOf(rpc, signature)) !== messageHash) continue
      return err === null
        ? { state: 'settled', transaction: signature }
        : { state: 'dead', provedBy: 'The transaction failed on-chain.', transaction: signature }
    }
    const last = list.at(-1)
    const reachesBack =
      last === undefined ||
      list.length < PAGE_SIZE ||
      (typeof last.blockTime === 'number' && last.blockTime < earliest)
    if (reachesBack)
      return isOver
        ? { state: 'dead', provedBy: "Its last valid block has passed, and it isn't on-chain." }
        : { state: 'open' }
    before = last.signature
  }
  return isOver
    ? { state: 'unclear', why: "It wasn't found among the wallet's latest payments." }
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
  return typeof text === 'string' ? messageHashOf(bytesOf(text)) : undefined
}

/** SHA-256 of the message inside a wire transaction, hex: the same whoever has signed so far. */
export async function messageHashOf(transaction: Uint8Array): Promise<string> {
  // One byte of count serves up to 127 signatures, far more than fit.
  const message = transaction.slice(1 + 64 * (transaction[0] ?? 0))
  return hexOfBytes(new Uint8Array(await crypto.subtle.digest('SHA-256', message)))
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = base64ToBytes(base64)
  if (bytes === undefined) throw new Error('Invalid RPC response: not base64.')
  return bytes
}

function objectOf(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new Error('Invalid RPC response: not an object.')
  return value
}
