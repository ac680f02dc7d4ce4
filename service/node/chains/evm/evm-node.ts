import { createBlock, type Block } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet, type Common } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex } from '@ethereumjs/util'
import { buildBlock, createVM, type VM } from '@ethereumjs/vm'
import type { Address, Hex } from 'viem'

import { errorMessage } from '../../../app/errors.ts'
import { type Journal, oneAtATime } from '../journal.ts'
import { RpcError } from '../json-rpc.ts'
import {
  BASE_FEE_WEI,
  BLOCK_GAS_LIMIT,
  type BlockChoice,
  headerFields,
  type HeaderFields,
  transactionFields,
  type TransactionFields,
} from './evm-fields.ts'
import {
  type Genesis,
  NO_TRANSACTION,
  readEntry,
  readTransaction,
  requirePayable,
  requireSame,
  writeEntry,
  writeGenesis,
} from './evm-journal.ts'
import { createNonceQueue } from './nonce-queue.ts'

/** Blocks come with transactions; without any, one every ten minutes is enough to tell the time by. */
const LONG_PAST_SECONDS = 600n

/** A log as the EVM emitted it. */
export interface MinedLog {
  address: Hex
  topics: Hex[]
  data: Hex
}

/** A transaction with what came of it. */
export interface MinedTransaction {
  hash: Hex
  from: Hex
  to: Hex | null
  /** The transaction as JSON-RPC writes it, but for its block. */
  fields: TransactionFields
  succeeded: boolean
  gasUsed: bigint
  createdAddress: Hex | undefined
  logs: MinedLog[]
}

/** A block: the first one is empty, every other one holds one transaction. */
export interface MinedBlock {
  number: bigint
  hash: Hex
  /** Seconds. */
  timestamp: bigint
  gasUsed: bigint
  stateRoot: Uint8Array
  /** The header as JSON-RPC writes it. */
  fields: HeaderFields
  transaction?: MinedTransaction
}

/** The chain itself: blocks, state at any of them, and the one way in for transactions. */
export interface EvmNode {
  readonly common: Common
  latest(): MinedBlock
  /** Blocks by their numbers. */
  readonly blocks: readonly MinedBlock[]
  blockOf(choice: BlockChoice): MinedBlock | undefined
  /** The block that holds a transaction. */
  blockWith(transactionHash: Hex): MinedBlock | undefined
  /** The state after a block, to read from. */
  stateAt(block: MinedBlock): Promise<VM['stateManager']>
  /** A machine of its own on that state: what runs in it changes nothing here. */
  machineAt(block: MinedBlock): Promise<VM>
  /**
   * Takes a signed transaction. With the next nonce it is mined, and durable, when this resolves; a
   * later nonce waits in memory for the ones before it.
   * @throws RpcError in the words of other nodes: nonce too low, insufficient funds …
   */
  send(raw: Hex): Promise<Hex>
  /** Adds an empty block when the last one is long past: who waits for a time to pass, sees it pass. */
  keepTime(): Promise<void>
  /** The time, seconds, of the next block. */
  nextTimestamp(): bigint
}

interface NodeOptions {
  chainId: number
  genesis: Genesis
  journal: Journal
  now: () => number
}

/**
 * Starts the chain: from its journal, transaction by transaction, or from nothing.
 * @throws JournalError when the journal does not lead to the blocks that it names
 */
export async function startEvmNode({
  chainId,
  genesis,
  journal,
  now,
}: NodeOptions): Promise<EvmNode> {
  const common = createCustomCommon({ chainId, name: `embedded-${chainId}` }, Mainnet, {
    hardfork: Hardfork.Cancun,
  })
  const vm = await createVM({ common })
  // The library's own block is kept of the last one only: it is heavy.
  let tip: Block
  const blocks: MinedBlock[] = []
  const byTransaction = new Map<Hex, MinedBlock>()
  const queue = createNonceQueue()
  const inOrder = oneAtATime()

  const [first, ...rest] = journal.entries().map(readEntry)
  const started = first?.timestamp ?? seconds(now())
  const root = await writeGenesis(vm, genesis)
  tip = genesisBlock(common, root, started)
  blocks.push(plainBlock(tip))
  if (first === undefined)
    journal.append(writeEntry({ timestamp: started, hash: latest().hash, raw: NO_TRANSACTION }))
  else requireSame(first, latest().hash)
  for (const entry of rest) {
    const tx = entry.raw === NO_TRANSACTION ? undefined : readTransaction(entry.raw, common)
    const done = await execute(tx, entry.timestamp)
    requireSame(entry, done.mined.hash)
    keep(done)
  }

  return {
    common,
    blocks,
    latest,
    blockOf: (choice) => {
      if (choice === 'latest') return latest()
      if ('hash' in choice) return blocks.find(({ hash }) => hash === choice.hash)
      return choice.number < BigInt(blocks.length) ? blocks[Number(choice.number)] : undefined
    },
    blockWith: (hash) => byTransaction.get(hash),
    // Without a machine, which takes most of the time to make.
    stateAt: async (block) => {
      const state = vm.stateManager.shallowCopy()
      await state.setStateRoot(block.stateRoot)
      return state
    },
    machineAt: async (block) => {
      const machine = await vm.shallowCopy()
      await machine.stateManager.setStateRoot(block.stateRoot)
      // Never committed: the copy shares its database with the chain.
      await machine.stateManager.checkpoint()
      return machine
    },
    send: (raw) => inOrder(() => send(raw)),
    keepTime: () =>
      inOrder(async () => {
        if (nextTimestamp() - latest().timestamp >= LONG_PAST_SECONDS) await mine(undefined)
      }),
    nextTimestamp,
  }

  function latest(): MinedBlock {
    const block = blocks.at(-1)
    if (block === undefined) throw new Error('A chain has a first block.')
    return block
  }

  /** Never before the block it follows; several blocks may share a second. */
  function nextTimestamp(): bigint {
    const last = latest().timestamp
    const present = seconds(now())
    return present > last ? present : last
  }

  async function send(raw: Hex): Promise<Hex> {
    const tx = readTransaction(raw, common)
    const hash = bytesToHex(tx.hash())
    const from = tx.getSenderAddress()
    if (byTransaction.has(hash) || queue.has(from.toString(), hash))
      throw new RpcError(-32000, 'already known')
    const account = await vm.stateManager.getAccount(from)
    const next = account?.nonce ?? 0n
    if (tx.nonce < next)
      throw new RpcError(-32000, `nonce too low: next nonce ${next}, tx nonce ${tx.nonce}`)
    requirePayable(tx, account?.balance ?? 0n)
    if (tx.nonce > next) {
      queue.add(from.toString(), { nonce: tx.nonce, hash, raw }, next)
      return hash
    }
    await mine(tx, raw)
    await mineWaiting(from.toString(), next + 1n)
    return hash
  }

  async function mineWaiting(from: Address, nonce: bigint): Promise<void> {
    for (let next = nonce; ; next += 1n) {
      const waiting = queue.take(from, next)
      if (waiting === undefined) return
      const tx = readTransaction(waiting.raw, common)
      try {
        const account = await vm.stateManager.getAccount(tx.getSenderAddress())
        requirePayable(tx, account?.balance ?? 0n)
        await mine(tx, waiting.raw)
      } catch (error) {
        // Nobody waits for this one; its sender will find that it never came.
        if (error instanceof RpcError) return
        throw error
      }
    }
  }

  async function mine(tx: TypedTransaction | undefined, raw = NO_TRANSACTION): Promise<void> {
    const before = latest()
    const timestamp = nextTimestamp()
    const done = await execute(tx, timestamp)
    try {
      journal.append(writeEntry({ timestamp, hash: done.mined.hash, raw }))
    } catch (error) {
      await vm.stateManager.setStateRoot(before.stateRoot)
      throw new RpcError(-32603, `The transaction could not be kept: ${errorMessage(error)}.`)
    }
    keep(done)
  }

  function keep({ block, mined }: Executed): void {
    tip = block
    blocks.push(mined)
    if (mined.transaction) byTransaction.set(mined.transaction.hash, mined)
  }

  /** Makes the next block, of one transaction or none. The state is then the one after it. */
  async function execute(tx: TypedTransaction | undefined, timestamp: bigint): Promise<Executed> {
    const builder = await buildBlock(vm, {
      parentBlock: tip,
      headerData: { timestamp, gasLimit: BLOCK_GAS_LIMIT, baseFeePerGas: BASE_FEE_WEI },
      blockOpts: { putBlockIntoBlockchain: false, freeze: false },
    })
    if (tx === undefined) {
      const { block } = await builder.build()
      return { block, mined: plainBlock(block) }
    }
    let result
    try {
      result = await builder.addTransaction(tx)
    } catch (error) {
      await builder.revert()
      throw new RpcError(-32000, errorMessage(error).replace(/ \(vm hf=.*$/s, ''))
    }
    const { block } = await builder.build()
    const transaction: MinedTransaction = {
      hash: bytesToHex(tx.hash()),
      from: tx.getSenderAddress().toString(),
      to: tx.to?.toString() ?? null,
      fields: transactionFields(tx),
      succeeded: result.execResult.exceptionError === undefined,
      gasUsed: result.totalGasSpent,
      createdAddress: result.createdAddress?.toString(),
      logs: result.receipt.logs.map(([address, topics, data]) => ({
        address: bytesToHex(address),
        topics: topics.map((topic) => bytesToHex(topic)),
        data: bytesToHex(data),
      })),
    }
    return { block, mined: { ...plainBlock(block), transaction } }
  }
}

interface Executed {
  block: Block
  mined: MinedBlock
}

function plainBlock(block: Block): MinedBlock {
  const { number, timestamp, gasUsed, stateRoot } = block.header
  const hash = bytesToHex(block.hash())
  return { number, hash, timestamp, gasUsed, stateRoot, fields: headerFields(block) }
}

function genesisBlock(common: Common, stateRoot: Uint8Array, timestamp: bigint): Block {
  return createBlock(
    {
      header: {
        number: 0n,
        timestamp,
        stateRoot,
        gasLimit: BLOCK_GAS_LIMIT,
        baseFeePerGas: BASE_FEE_WEI,
      },
    },
    { common },
  )
}

function seconds(ms: number): bigint {
  return BigInt(Math.floor(ms / 1000))
}
