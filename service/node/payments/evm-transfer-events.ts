import { decodeEventLog, isAddressEqual, parseAbi, type Hex } from 'viem'

/** The events of USDC that tell what became of an authorization (EIP-3009). */
export const [AUTHORIZATION_USED, AUTHORIZATION_CANCELED] = parseAbi([
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

/** What must have moved. */
export interface ExpectedTransfer {
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
