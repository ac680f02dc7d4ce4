import { bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { numberToHex, pad, type Hex } from 'viem'

import { invalidParams, RpcError, type RpcMethods } from '../json-rpc.ts'
import { call, estimateGas } from './evm-call.ts'
import { BASE_FEE_WEI, BLOCK_GAS_LIMIT, PRIORITY_FEE_WEI } from './evm-fees.ts'
import { blockJson, receiptJson, transactionJson } from './evm-json.ts'
import { findLogs } from './evm-logs.ts'
import type { EvmNode, MinedBlock } from './evm-node.ts'
import {
  addressParam,
  blockParam,
  bytesParam,
  callParam,
  hashParam,
  quantityParam,
} from './evm-params.ts'

/** The Ethereum JSON-RPC methods of the embedded chain. */
export function evmMethods(node: EvmNode): RpcMethods {
  const blockAt = (value: unknown): MinedBlock => {
    const block = node.blockOf(blockParam(value))
    if (block === undefined) throw new RpcError(-32000, 'header not found')
    return block
  }
  const accountAt = async (address: unknown, block: unknown) => {
    const machine = await node.machineAt(blockAt(block))
    return machine.stateManager.getAccount(
      createAddressFromString(addressParam(address, 'address')),
    )
  }
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
    eth_getCode: async ([address, block]) => {
      const machine = await node.machineAt(blockAt(block))
      return bytesToHex(
        await machine.stateManager.getCode(
          createAddressFromString(addressParam(address, 'address')),
        ),
      )
    },
    eth_getStorageAt: async ([address, slot, block]) => {
      const machine = await node.machineAt(blockAt(block))
      const key = pad(numberToHex(quantityParam(slot, 'slot')), { size: 32 })
      const value = await machine.stateManager.getStorage(
        createAddressFromString(addressParam(address, 'address')),
        hexToBytes(key),
      )
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
