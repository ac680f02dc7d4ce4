import {
  type Address,
  decodeEventLog,
  decodeFunctionResult,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
  isHex,
  numberToHex,
  parseAbi,
} from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { ChainRpc } from '../../client/wallet/wallet-reads.ts'

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
export type ChainStatus =
  | { state: 'settled'; transaction: string }
  /** It has not happened, and still can. */
  | { state: 'open' }
  /** It has not happened and never can. */
  | { state: 'dead'; provedBy: string; transaction?: string }
  /** It was used, but not for a transfer to the receiver that can be seen. */
  | { state: 'unclear'; why: string; transaction?: string }

/** What a top-up reads of an ERC-20 with EIP-3009. */
const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

const hexSchema = z.custom<Hex>((value) => isHex(value))
const logsSchema = z.array(
  z.object({
    topics: z.tuple([hexSchema], hexSchema),
    data: hexSchema,
    transactionHash: z.string(),
    blockNumber: hexSchema,
  }),
)

/** A block this much past the end of an authorization can no longer hold it, seconds. */
const EXPIRY_GRACE_SECONDS = 60

/** Blocks that are searched at first for what became of an authorization: over an hour at 2 s each. */
const RECENT_BLOCKS = 5000n

/** USDC of an address, atomic. Rejects when it cannot be read. */
export async function evmUsdcBalance(rpc: ChainRpc, asset: string, owner: string): Promise<bigint> {
  const functionName = 'balanceOf'
  const data = encodeFunctionData({ abi, functionName, args: [getAddress(owner)] })
  return decodeFunctionResult({ abi, functionName, data: await call(rpc, asset, data) })
}

/** True when there is code at an address: a contract wallet. Rejects when it cannot be read. */
export async function isContract(rpc: ChainRpc, address: string): Promise<boolean> {
  const code = await rpc('eth_getCode', [address, 'latest'])
  // 0xef0100… is an account that delegates (EIP-7702) and still signs as itself.
  return typeof code === 'string' && code.length > 2 && !code.startsWith('0xef0100')
}

/** What became of an authorization. Rejects when the chain cannot be read. */
export async function findAuthorization(rpc: ChainRpc, trace: EvmTrace): Promise<ChainStatus> {
  const args = { authorizer: getAddress(trace.from), nonce: hexOf(trace.nonce) }
  const functionName = 'authorizationState'
  const data = encodeFunctionData({ abi, functionName, args: [args.authorizer, args.nonce] })
  // The block first: what is unused after it was seen is unused at it.
  const block = await safeBlock(rpc)
  const answer = await call(rpc, trace.asset, data)
  if (decodeFunctionResult({ abi, functionName, data: answer }))
    return findUse(rpc, trace, args, block.number)
  return block.timestamp > BigInt(trace.validBefore + EXPIRY_GRACE_SECONDS)
    ? { state: 'dead', provedBy: 'It expired on-chain without being used.' }
    : { state: 'open' }
}

/** Which transaction used an authorization up, and whether it carried the transfer. */
async function findUse(
  rpc: ChainRpc,
  { asset, payTo, amountAtomic }: EvmTrace,
  args: { authorizer: Address; nonce: Hex },
  head: bigint,
): Promise<ChainStatus> {
  const [used, ...indexed] = encodeEventTopics({ abi, eventName: 'AuthorizationUsed', args })
  const [canceled] = encodeEventTopics({ abi, eventName: 'AuthorizationCanceled', args })
  const [log] = await logs(rpc, {
    address: asset,
    fromBlock: numberToHex(head > RECENT_BLOCKS ? head - RECENT_BLOCKS : 0n),
    toBlock: 'latest',
    topics: [[used, canceled], ...indexed],
  })
  if (log === undefined)
    return { state: 'unclear', why: "It was used, but its transaction wasn't found." }
  const { transactionHash: transaction, blockNumber } = log
  if (log.topics[0] === canceled)
    return { state: 'dead', provedBy: 'It was canceled on-chain.', transaction }
  const transfers = await logs(rpc, {
    address: asset,
    fromBlock: blockNumber,
    toBlock: blockNumber,
    topics: encodeEventTopics({
      abi,
      eventName: 'Transfer',
      args: { from: args.authorizer, to: getAddress(payTo) },
    }),
  })
  const isOurs = transfers.some(
    ({ transactionHash, topics, data }) =>
      transactionHash === transaction &&
      decodeEventLog({ abi, eventName: 'Transfer', topics, data }).args.value === amountAtomic,
  )
  return isOurs
    ? { state: 'settled', transaction }
    : { state: 'unclear', why: 'It was used without the transfer it was signed for.', transaction }
}

async function logs(rpc: ChainRpc, filter: object): Promise<z.infer<typeof logsSchema>> {
  return logsSchema.parse(await rpc('eth_getLogs', [filter]))
}

/** The latest block that will not be taken back, or the latest where a chain knows no such thing. */
async function safeBlock(rpc: ChainRpc): Promise<{ number: bigint; timestamp: bigint }> {
  const safe = await rpc('eth_getBlockByNumber', ['safe', false]).catch(() => undefined)
  const block = isJsonObject(safe) ? safe : await rpc('eth_getBlockByNumber', ['latest', false])
  if (!isJsonObject(block)) throw new Error('Invalid RPC response: no block.')
  return { number: BigInt(hexOf(block['number'])), timestamp: BigInt(hexOf(block['timestamp'])) }
}

/** An address without a contract gives an empty answer: not a zero, so decoding it throws. */
async function call(rpc: ChainRpc, to: string, data: Hex): Promise<Hex> {
  return hexOf(await rpc('eth_call', [{ to, data }, 'latest']))
}

function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new Error('Invalid RPC response: not hex.')
  return value
}
