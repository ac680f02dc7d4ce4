import { numberToHex, type Hex } from 'viem'

import type { MinedBlock, MinedTransaction } from './evm-node.ts'

/** A block as `eth_getBlockByNumber` answers it. */
export function blockJson(mined: MinedBlock, withTransactions: boolean) {
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

/** A transaction as `eth_getTransactionByHash` answers it. */
export function transactionJson(mined: MinedBlock, transaction: MinedTransaction) {
  const { hash, from, to, fields } = transaction
  return { ...placeOf(mined), ...fields, hash, from, to }
}

/** A receipt as `eth_getTransactionReceipt` answers it. */
export function receiptJson(mined: MinedBlock, transaction: MinedTransaction) {
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

/** The logs of a transaction as `eth_getLogs` answers them. */
export function logsJson(mined: MinedBlock, { hash, logs }: MinedTransaction) {
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

function placeOf({ hash, fields }: MinedBlock): {
  blockHash: Hex
  blockNumber: Hex
  transactionIndex: Hex
} {
  return { blockHash: hash, blockNumber: fields.number, transactionIndex: '0x0' }
}
