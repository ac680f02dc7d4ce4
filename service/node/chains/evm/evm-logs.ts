import type { Hex } from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { invalidParams } from '../json-rpc.ts'
import { logsJson } from './evm-json.ts'
import type { EvmNode, MinedLog } from './evm-node.ts'
import { addressParam, blockParam, hashParam } from './evm-params.ts'

/** A place in the filter: anything, or one of these. */
type Wanted = ReadonlySet<string> | undefined

/**
 * `eth_getLogs`: by block range or block hash, by address or addresses, by topics with null for
 * anything and arrays for alternatives.
 * @throws RpcError -32602
 */
export function findLogs(node: EvmNode, filter: unknown) {
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
