import type { Common } from '@ethereumjs/common'
import { createTxFromRLP, TransactionType, type TypedTransaction } from '@ethereumjs/tx'
import { Account, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import type { VM } from '@ethereumjs/vm'
import type { Address, Hex } from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { errorMessage } from '../../../app/errors.ts'
import { JournalError } from '../journal.ts'
import { RpcError } from '../json-rpc.ts'
import multicall from './contracts/multicall3-mini.json' with { type: 'json' }
import usdc from './contracts/test-usdc.json' with { type: 'json' }
import { BASE_FEE_WEI, BLOCK_GAS_LIMIT } from './evm-fields.ts'

/** In the journal: a block without a transaction. */
export const NO_TRANSACTION: Hex = '0x'

/** A block as the journal keeps it: what went in, and what came of it. */
interface BlockEntry {
  /** Seconds. */
  timestamp: bigint
  /** Of the block that it led to. */
  hash: string
  /** The signed transaction, or `NO_TRANSACTION`. */
  raw: Hex
}

const DAMAGED =
  'The stored EVM chain does not lead to the blocks it names: its log or chain-seed was changed. Delete chain-evm-*.sqlite in the data directory to begin a new test chain.'

/** An entry as text. */
export function writeEntry({ timestamp, hash, raw }: BlockEntry): string {
  return JSON.stringify({ timestamp: Number(timestamp), hash, raw })
}

/** An entry from its text. @throws JournalError */
export function readEntry(text: string): BlockEntry {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) throw new JournalError(DAMAGED)
  const { timestamp, hash, raw } = value
  if (typeof timestamp !== 'number' || typeof hash !== 'string' || typeof raw !== 'string')
    throw new JournalError(DAMAGED)
  return { timestamp: BigInt(timestamp), hash, raw: `0x${raw.slice(2)}` }
}

/** Checks that doing an entry again led to the same block. @throws JournalError */
export function requireSame(entry: BlockEntry, hash: string): void {
  if (entry.hash !== hash) throw new JournalError(DAMAGED)
}

/** Where Multicall3 is on every chain. */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** What each funded account starts with, wei: a million coins. */
const FUNDS_WEI = 1_000_000n * 10n ** 18n

/** Who and what is there before the first block. */
export interface Genesis {
  /** The address of the USDC contract. */
  asset: Address
  /** The only account that may mint. */
  minter: Address
  /** Accounts that can pay for gas. */
  funded: readonly Address[]
}

/** Writes the first state and answers its root. */
export async function writeGenesis(vm: VM, genesis: Genesis): Promise<Uint8Array> {
  const { stateManager } = vm
  const token = createAddressFromString(genesis.asset)
  await stateManager.checkpoint()
  for (const address of genesis.funded)
    await stateManager.putAccount(createAddressFromString(address), new Account(0n, FUNDS_WEI))
  // A contract's nonce starts at one (EIP-161).
  await stateManager.putAccount(token, new Account(1n))
  await stateManager.putCode(token, codeOf(usdc.runtime))
  await stateManager.putStorage(
    token,
    new Uint8Array(32),
    createAddressFromString(genesis.minter).bytes,
  )
  const multicallAddress = createAddressFromString(MULTICALL3)
  await stateManager.putAccount(multicallAddress, new Account(1n))
  await stateManager.putCode(multicallAddress, codeOf(multicall.runtime))
  await stateManager.commit()
  return stateManager.getStateRoot()
}

function codeOf(runtime: string): Uint8Array {
  return hexToBytes(`0x${runtime.slice(2)}`)
}

/** A signed transaction from its bytes, for this chain and with a signature that verifies. @throws RpcError -32000 */
export function readTransaction(raw: Hex, common: Common): TypedTransaction {
  let tx: TypedTransaction
  try {
    tx = createTxFromRLP(hexToBytes(raw), { common })
  } catch (error) {
    const text = errorMessage(error).replace(/ \(.*$/s, '')
    throw new RpcError(-32000, `invalid transaction: ${text}`)
  }
  if (tx.type === TransactionType.BlobEIP4844)
    throw new RpcError(-32000, 'transaction type not supported')
  if (!tx.isSigned() || !tx.verifySignature())
    throw new RpcError(-32000, 'invalid transaction: signature does not verify')
  if (tx.type === TransactionType.Legacy && (tx.v ?? 0n) < 35n)
    throw new RpcError(-32000, 'only replay-protected (EIP-155) transactions allowed over RPC')
  return tx
}

/** Checks that a sender with this balance, wei, can pay for a transaction. @throws RpcError -32000 in the words of other nodes */
export function requirePayable(tx: TypedTransaction, balance: bigint): void {
  const price = 'maxFeePerGas' in tx ? tx.maxFeePerGas : tx.gasPrice
  if (price < BASE_FEE_WEI)
    throw new RpcError(
      -32000,
      `max fee per gas less than block base fee: maxFeePerGas: ${price}, baseFee: ${BASE_FEE_WEI}`,
    )
  if (tx.gasLimit > BLOCK_GAS_LIMIT) throw new RpcError(-32000, 'exceeds block gas limit')
  const least = tx.getIntrinsicGas()
  if (tx.gasLimit < least)
    throw new RpcError(-32000, `intrinsic gas too low: have ${tx.gasLimit}, want ${least}`)
  const cost = price * tx.gasLimit + tx.value
  if (balance < cost)
    throw new RpcError(
      -32000,
      `insufficient funds for gas * price + value: address ${tx.getSenderAddress().toString()} have ${balance} want ${cost}`,
    )
}
