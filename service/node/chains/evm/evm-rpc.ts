import { bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { type Hex, numberToHex, pad } from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { invalidParams, RpcError, type RpcMethods } from '../json-rpc.ts'
import { call, estimateGas } from './evm-call.ts'
import {
  addressParam,
  BASE_FEE_WEI,
  BLOCK_GAS_LIMIT,
  blockParam,
  bytesParam,
  callParam,
  hashParam,
  PRIORITY_FEE_WEI,
  quantityParam,
} from './evm-fields.ts'
import type { EvmNode, MinedBlock, MinedLog, MinedTransaction } from './evm-node.ts'

/** The Ethereum JSON-RPC methods of the embedded chain. */
export function evmMethods(node: EvmNode): RpcMethods {
  const blockAt = (value: unknown): MinedBlock => {
    const block = node.blockOf(blockParam(value))
    if (block === undefined) throw new RpcError(-32000, 'header not found')
    return block
  }
  const readAddress = (value: unknown) => createAddressFromString(addressParam(value, 'address'))
  const stateAt = (block: unknown) => node.stateAt(blockAt(block))
  const accountAt = async (address: unknown, block: unknown) =>
    (await stateAt(block)).getAccount(readAddress(address))
  const blockOrNull = (block: MinedBlock | undefined, full: unknown) =>
    block === undefined ? null : blockJson(block, full === true)
  const withTransaction = <Json>(
    hash: unknown,
    show: (block: MinedBlock, transaction: NonNullable<MinedBlock['transaction']>) => Json,
  ): Json | null => {
    const block = node.blockWith(hashParam(hash, 'transaction hash'))
    return block?.transaction === undefined ? null : show(block, block.transaction)
  }
  const chainId = node.common.chainId()

  return {
    web3_clientVersion: () => 'vendor-playground/embedded-evm',
    net_version: () => String(chainId),
    net_listening: () => true,
    eth_chainId: () => numberToHex(chainId),
    eth_syncing: () => false,
    eth_accounts: () => [],
    eth_blockNumber: () => numberToHex(node.latest().number),
    eth_gasPrice: () => numberToHex(BASE_FEE_WEI + PRIORITY_FEE_WEI),
    eth_maxPriorityFeePerGas: () => numberToHex(PRIORITY_FEE_WEI),
    eth_feeHistory: ([count, newest, percentiles]) =>
      feeHistory(node, quantityOrNumber(count), blockAt(newest), percentiles),
    eth_getBlockByNumber: async ([block, full]) => {
      await node.keepTime()
      return blockOrNull(node.blockOf(blockParam(block)), full)
    },
    eth_getBlockByHash: ([hash, full]) =>
      blockOrNull(node.blockOf({ hash: hashParam(hash, 'block hash') }), full),
    eth_getBalance: async ([address, block]) =>
      numberToHex((await accountAt(address, block))?.balance ?? 0n),
    eth_getTransactionCount: async ([address, block]) =>
      numberToHex((await accountAt(address, block))?.nonce ?? 0n),
    eth_getCode: async ([address, block]) =>
      bytesToHex(await (await stateAt(block)).getCode(readAddress(address))),
    eth_getStorageAt: async ([address, slot, block]) => {
      const state = await stateAt(block)
      const key = pad(numberToHex(quantityParam(slot, 'slot')), { size: 32 })
      const value = await state.getStorage(readAddress(address), hexToBytes(key))
      return pad(bytesToHex(value), { size: 32 })
    },
    eth_call: ([request, block, overrides]) => {
      if (overrides !== undefined && overrides !== null)
        throw invalidParams('State overrides are not supported here.')
      return call(node, callParam(request), blockAt(block))
    },
    eth_estimateGas: async ([request, block]) =>
      numberToHex(await estimateGas(node, callParam(request), blockAt(block))),
    eth_sendRawTransaction: ([raw]) => node.send(bytesParam(raw, 'The signed transaction')),
    eth_getTransactionByHash: ([hash]) => withTransaction(hash, transactionJson),
    eth_getTransactionReceipt: ([hash]) => withTransaction(hash, receiptJson),
    eth_getLogs: ([filter]) => findLogs(node, filter),
  }
}

const MAX_FEE_HISTORY = 1024

/** The base fee never changes, so neither does the history. */
function feeHistory(node: EvmNode, asked: bigint, newest: MinedBlock, percentiles: unknown) {
  const last = Number(newest.number)
  const count = Math.min(Number(asked), MAX_FEE_HISTORY, last + 1)
  const blocks = node.blocks.slice(last + 1 - count, last + 1)
  const rewards: Hex[] = (Array.isArray(percentiles) ? percentiles : [])
    .slice(0, 100)
    .map(() => numberToHex(PRIORITY_FEE_WEI))
  return {
    oldestBlock: numberToHex(last + 1 - count),
    baseFeePerGas: Array.from({ length: count + 1 }, () => numberToHex(BASE_FEE_WEI)),
    gasUsedRatio: blocks.map(({ gasUsed }) => Number(gasUsed) / Number(BLOCK_GAS_LIMIT)),
    ...(Array.isArray(percentiles) ? { reward: blocks.map(() => rewards) } : {}),
  }
}

function quantityOrNumber(value: unknown): bigint {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? BigInt(value)
    : quantityParam(value, 'blockCount')
}

type Wanted = ReadonlySet<string> | undefined

/**
 * `eth_getLogs`: by block range or block hash, by address or addresses, by topics with null for
 * anything and arrays for alternatives.
 * @throws RpcError -32602
 */
function findLogs(node: EvmNode, filter: unknown) {
  if (!isJsonObject(filter)) throw invalidParams('The filter must be an object.')
  const addresses = wanted(filter['address'], (value) => addressParam(value, 'address'))
  const topics = topicsOf(filter['topics'])
  return blocksOf(node, filter).flatMap((mined) => {
    const { transaction } = mined
    if (transaction === undefined) return []
    return logsJson(mined, transaction).filter((log) => matches(log, addresses, topics))
  })
}

function blocksOf(node: EvmNode, filter: Record<string, unknown>) {
  if (filter['blockHash'] !== undefined) {
    const block = node.blockOf({ hash: hashParam(filter['blockHash'], 'blockHash') })
    if (block === undefined) throw invalidParams('unknown block')
    return [block]
  }
  const bound = (value: unknown) => {
    const choice = blockParam(value)
    return choice !== 'latest' && 'number' in choice
      ? Number(choice.number)
      : node.blocks.length - 1
  }
  return node.blocks.slice(bound(filter['fromBlock']), bound(filter['toBlock']) + 1)
}

function topicsOf(value: unknown): Wanted[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidParams('topics must be an array.')
  return value.map((one) => wanted(one, (topic) => hashParam(topic, 'A topic')))
}

function wanted(value: unknown, read: (one: unknown) => Hex): Wanted {
  if (value === undefined || value === null) return undefined
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.length === 0 ? undefined : new Set(all.map((one) => read(one).toLowerCase()))
}

function matches(log: MinedLog, addresses: Wanted, topics: readonly Wanted[]): boolean {
  if (addresses !== undefined && !addresses.has(log.address)) return false
  if (topics.length > log.topics.length) return false
  return topics.every((one, index) => one === undefined || one.has(log.topics[index] ?? ''))
}

function blockJson(mined: MinedBlock, withTransactions: boolean) {
  const { hash, fields, transaction } = mined
  return {
    ...fields,
    hash,
    uncles: [],
    withdrawals: [],
    transactions:
      transaction === undefined
        ? []
        : [withTransactions ? transactionJson(mined, transaction) : transaction.hash],
  }
}

function transactionJson(mined: MinedBlock, transaction: MinedTransaction) {
  const { hash, from, to, fields } = transaction
  return { ...placeOf(mined), ...fields, hash, from, to }
}

function receiptJson(mined: MinedBlock, transaction: MinedTransaction) {
  const { fields, hash, from, to, succeeded, gasUsed, createdAddress } = transaction
  return {
    ...placeOf(mined),
    transactionHash: hash,
    from,
    to,
    type: fields.type,
    status: succeeded ? '0x1' : '0x0',
    gasUsed: numberToHex(gasUsed),
    cumulativeGasUsed: numberToHex(gasUsed),
    effectiveGasPrice: fields.gasPrice,
    contractAddress: succeeded ? (createdAddress ?? null) : null,
    logsBloom: mined.fields.logsBloom,
    logs: logsJson(mined, transaction),
  }
}

function logsJson(mined: MinedBlock, { hash, logs }: MinedTransaction) {
  return logs.map(({ address, topics, data }, index) => ({
    ...placeOf(mined),
    transactionHash: hash,
    logIndex: numberToHex(index),
    address,
    topics,
    data,
    removed: false,
  }))
}

function placeOf({ hash, fields }: MinedBlock) {
  return { blockHash: hash, blockNumber: fields.number, transactionIndex: '0x0' }
}
