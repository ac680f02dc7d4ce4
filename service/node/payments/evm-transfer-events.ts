import {
  decodeEventLog,
  getAddress,
  type Hex,
  isAddressEqual,
  isHex,
  parseAbi,
  type PublicClient,
} from 'viem'

import type { ChainStatus, PaymentTrace } from '../../app/money/payments/payment-store.ts'

/** Past this many seconds after `validBefore` no block can still hold the transfer. */
const EXPIRY_GRACE_SECONDS = 60n

const AUTHORIZATION_STATE = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/** What became of a payment, as its chain tells. */
export async function findOnChain(
  payment: PaymentTrace,
  client: PublicClient,
): Promise<ChainStatus> {
  const { asset, payer, payTo, nonce, expiry, amount } = payment
  if (!isHex(nonce)) return { state: 'dead', reason: 'invalid_nonce' }
  const [token, authorizer, to] = [getAddress(asset), getAddress(payer), getAddress(payTo)]
  const isUsed = await client.readContract({
    address: token,
    abi: AUTHORIZATION_STATE,
    functionName: 'authorizationState',
    args: [authorizer, nonce],
  })
  if (!isUsed) {
    const { timestamp } = await client.getBlock()
    return timestamp > BigInt(expiry) + EXPIRY_GRACE_SECONDS
      ? { state: 'dead', reason: 'authorization_expired' }
      : { state: 'open' }
  }
  const own = {
    address: token,
    args: { authorizer, nonce },
    fromBlock: 0n,
    toBlock: 'latest',
    strict: true,
  } as const
  const [used] = await client.getLogs({ ...own, event: AUTHORIZATION_USED })
  if (used === undefined) {
    // `authorizationState` is also true after a cancellation; only the event tells.
    const [canceled] = await client.getLogs({ ...own, event: AUTHORIZATION_CANCELED })
    return canceled === undefined
      ? { state: 'unknown' }
      : { state: 'dead', reason: 'authorization_canceled' }
  }
  const { logs } = await client.getTransactionReceipt({ hash: used.transactionHash })
  const expected = { asset: token, from: authorizer, to, value: BigInt(amount) }
  return isFollowedByTransfer(logs, used.logIndex, expected)
    ? { state: 'transferred', transaction: used.transactionHash }
    : { state: 'dead', reason: 'authorization_spent_elsewhere' }
}

/** The events of USDC that tell what became of an authorization (EIP-3009). */
const [AUTHORIZATION_USED, AUTHORIZATION_CANCELED] = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])

const TRANSFER_EVENT = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** A log entry of a receipt, as far as it matters here. */
export interface ReceiptLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: number
}

interface ExpectedTransfer {
  readonly asset: Hex
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
}

/**
 * Whether the log entry right after an `AuthorizationUsed` is the expected transfer. Only that one
 * belongs to the authorization: another transfer in the same transaction may belong to another payment,
 * and must not be counted twice.
 */
export function isFollowedByTransfer(
  logs: readonly ReceiptLog[],
  usedIndex: number,
  expected: ExpectedTransfer,
): boolean {
  const log = logs.find(({ logIndex }) => logIndex === usedIndex + 1)
  if (log === undefined || !isAddressEqual(log.address, expected.asset)) return false
  const [signature, ...topics] = log.topics
  if (signature === undefined) return false
  try {
    const { args } = decodeEventLog({
      abi: TRANSFER_EVENT,
      data: log.data,
      topics: [signature, ...topics],
    })
    return (
      isAddressEqual(args.from, expected.from) &&
      isAddressEqual(args.to, expected.to) &&
      args.value === expected.value
    )
  } catch {
    return false
  }
}
