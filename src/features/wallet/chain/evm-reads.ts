import { isJsonObject } from '../../../../contract/json.ts'
import type { ChainRpc } from '../../../core/client/wallet/json-rpc.ts'

/*
 * The few reads of an ERC-20 with EIP-3009 that a top-up needs, without a contract library. The constants
 * are Keccak hashes of the signatures beside them; a test works them out again.
 */

/** Function selectors. */
export const SELECTORS = {
  'balanceOf(address)': '0x70a08231',
  'authorizationState(address,bytes32)': '0xe94a0102',
} as const

/** Event topics. */
export const TOPICS = {
  'AuthorizationUsed(address,bytes32)':
    '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
  'AuthorizationCanceled(address,bytes32)':
    '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81',
  'Transfer(address,address,uint256)':
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const

/** An authorization as the chain is asked about it. */
export interface EvmTrace {
  asset: string
  from: string
  payTo: string
  amountAtomic: bigint
  nonce: string
  /** Unix seconds. */
  validBefore: number
}

/** What a chain says of a payment. */
export type ChainFinding =
  | { state: 'settled'; transaction: string }
  /** It has not happened, and still can. */
  | { state: 'open' }
  /** It has not happened and never can. */
  | { state: 'dead'; provedBy: string; transaction?: string }
  /** It was used, but not for a transfer to the receiver that can be seen. */
  | { state: 'unclear'; why: string; transaction?: string }

/** A block this much past the end of an authorization can no longer hold it, seconds. */
const EXPIRY_GRACE_SECONDS = 60

/** Blocks that are searched at first for what became of an authorization: over an hour at 2 s each. */
const RECENT_BLOCKS = 5000n

/** USDC of an address, atomic. Rejects when it cannot be read. */
export async function evmUsdcBalance(rpc: ChainRpc, asset: string, owner: string): Promise<bigint> {
  return BigInt(await call(rpc, asset, SELECTORS['balanceOf(address)'] + word(owner)))
}

/** True when there is code at an address: a contract wallet. Rejects when it cannot be read. */
export async function isContract(rpc: ChainRpc, address: string): Promise<boolean> {
  const code = await rpc('eth_getCode', [address, 'latest'])
  // 0xef0100… is an account that delegates (EIP-7702) and still signs as itself.
  return typeof code === 'string' && code.length > 2 && !code.startsWith('0xef0100')
}

/** What became of an authorization. Rejects when the chain cannot be read. */
export async function findAuthorization(rpc: ChainRpc, trace: EvmTrace): Promise<ChainFinding> {
  const { asset, from, nonce, validBefore } = trace
  const data = SELECTORS['authorizationState(address,bytes32)'] + word(from) + word(nonce)
  // The block first: what is unused after it was seen is unused at it.
  const block = await safeBlock(rpc)
  const isUsed = BigInt(await call(rpc, asset, data)) !== 0n
  if (isUsed) return findUse(rpc, trace, block.number)
  return block.timestamp > BigInt(validBefore + EXPIRY_GRACE_SECONDS)
    ? { state: 'dead', provedBy: 'The chain is past its time, and it was not used.' }
    : { state: 'open' }
}

/** Which transaction used an authorization up, and whether it carried the transfer. */
async function findUse(rpc: ChainRpc, trace: EvmTrace, head: bigint): Promise<ChainFinding> {
  const { asset, from, payTo, amountAtomic, nonce } = trace
  const fromBlock = head > RECENT_BLOCKS ? head - RECENT_BLOCKS : 0n
  const [log] = await logs(rpc, {
    address: asset,
    fromBlock: `0x${fromBlock.toString(16)}`,
    toBlock: 'latest',
    topics: [
      [
        TOPICS['AuthorizationUsed(address,bytes32)'],
        TOPICS['AuthorizationCanceled(address,bytes32)'],
      ],
      `0x${word(from)}`,
      `0x${word(nonce)}`,
    ],
  })
  if (log === undefined)
    return { state: 'unclear', why: 'It was used, but the transaction was not found.' }
  const transaction = log.transactionHash
  if (log.topics[0] === TOPICS['AuthorizationCanceled(address,bytes32)'])
    return { state: 'dead', provedBy: 'It was cancelled on the chain.', transaction }
  const transfers = await logs(rpc, {
    address: asset,
    fromBlock: log.blockNumber,
    toBlock: log.blockNumber,
    topics: [TOPICS['Transfer(address,address,uint256)'], `0x${word(from)}`, `0x${word(payTo)}`],
  })
  const isOurs = transfers.some(
    (transfer) =>
      transfer.transactionHash === transaction && BigInt(transfer.data) === amountAtomic,
  )
  return isOurs
    ? { state: 'settled', transaction }
    : { state: 'unclear', why: 'It was used without the transfer it was signed for.', transaction }
}

interface Log {
  topics: readonly string[]
  data: string
  transactionHash: string
  blockNumber: string
}

async function logs(rpc: ChainRpc, filter: object): Promise<Log[]> {
  const found = await rpc('eth_getLogs', [filter])
  if (!Array.isArray(found)) throw new Error('The chain gave no list of events.')
  return found.flatMap((log: unknown): Log[] => {
    if (!isJsonObject(log)) return []
    const { topics, data, transactionHash, blockNumber } = log
    return Array.isArray(topics) &&
      typeof data === 'string' &&
      typeof transactionHash === 'string' &&
      typeof blockNumber === 'string'
      ? [{ topics: topics.map(String), data, transactionHash, blockNumber }]
      : []
  })
}

/** The latest block that will not be taken back, or the latest where a chain knows no such thing. */
async function safeBlock(rpc: ChainRpc): Promise<{ number: bigint; timestamp: bigint }> {
  const safe = await rpc('eth_getBlockByNumber', ['safe', false]).catch(() => undefined)
  const block = isJsonObject(safe) ? safe : await rpc('eth_getBlockByNumber', ['latest', false])
  if (!isJsonObject(block)) throw new Error('The chain gave no block.')
  return { number: integerOf(block['number']), timestamp: integerOf(block['timestamp']) }
}

function integerOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new Error('The chain gave no number.')
  return BigInt(value)
}

async function call(rpc: ChainRpc, to: string, data: string): Promise<string> {
  const result = await rpc('eth_call', [{ to, data }, 'latest'])
  // An empty answer is what an address without a contract gives: not a zero.
  if (typeof result !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(result))
    throw new Error('The chain gave no number.')
  return result
}

/** An address or 32 bytes as one ABI word, without the 0x. */
function word(hex: string): string {
  return hex.slice(2).toLowerCase().padStart(64, '0')
}
