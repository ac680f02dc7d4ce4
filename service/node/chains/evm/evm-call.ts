import { createBlock } from '@ethereumjs/block'
import { createTx } from '@ethereumjs/tx'
import { bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { decodeErrorResult, parseAbi, type Hex } from 'viem'

import { isJsonObject } from '../../../../contract/json.ts'
import { RpcError } from '../json-rpc.ts'
import { BASE_FEE_WEI, BLOCK_GAS_LIMIT, type CallRequest } from './evm-fields.ts'
import type { EvmNode, MinedBlock } from './evm-node.ts'

/**
 * Runs a call on the state after a block and forgets what it changed. On the latest block it runs
 * as the next block would: at the present time.
 * @throws RpcError 3 with the revert data, or -32000
 */
export async function call(node: EvmNode, request: CallRequest, at: MinedBlock): Promise<Hex> {
  const result = await run(node, request, at, request.gas ?? BLOCK_GAS_LIMIT)
  if (result.error !== undefined) throw failureOf(result.error, result.returned)
  return result.returned
}

/**
 * The least gas limit, of a few that grow by a quarter, with which a transaction goes through.
 * @throws RpcError 3 with the revert data, or -32000
 */
export async function estimateGas(
  node: EvmNode,
  request: CallRequest,
  at: MinedBlock,
): Promise<bigint> {
  const most = request.gas ?? BLOCK_GAS_LIMIT
  const intrinsic = intrinsicGas(node, request)
  const free = await run(node, request, at, most - intrinsic)
  if (free.error !== undefined) throw failureOf(free.error, free.returned)
  // A call keeps a 64th of its gas from the calls it makes (EIP-150), so what was used can be too little.
  for (
    let execution = free.gasUsed;
    execution + intrinsic < most;
    execution += execution / 4n + 1n
  ) {
    const tried = await run(node, request, at, execution)
    if (tried.error === undefined) return execution + intrinsic
  }
  return most
}

interface CallResult {
  returned: Hex
  gasUsed: bigint
  error: string | undefined
}

async function run(
  node: EvmNode,
  { from, to, data, value }: CallRequest,
  at: MinedBlock,
  gasLimit: bigint,
): Promise<CallResult> {
  const machine = await node.machineAt(at)
  const isLatest = at === node.latest()
  const { number, timestamp } = at
  const block = createBlock(
    {
      header: {
        number: isLatest ? number + 1n : number,
        timestamp: isLatest ? node.nextTimestamp() : timestamp,
        gasLimit: BLOCK_GAS_LIMIT,
        baseFeePerGas: BASE_FEE_WEI,
      },
    },
    { common: node.common },
  )
  const { execResult } = await machine.evm
    .runCall({
      caller: createAddressFromString(from),
      ...(to === undefined ? {} : { to: createAddressFromString(to) }),
      data: hexToBytes(data),
      value,
      gasLimit: gasLimit < 0n ? 0n : gasLimit,
      block,
    })
    .catch((thrown: unknown) => {
      throw refusalOf(thrown)
    })
  return {
    returned: bytesToHex(execResult.returnValue),
    gasUsed: execResult.executionGasUsed,
    error: execResult.exceptionError?.error,
  }
}

function intrinsicGas(node: EvmNode, { to, data, value }: CallRequest): bigint {
  const tx = createTx(
    {
      data: hexToBytes(data),
      value,
      gasLimit: BLOCK_GAS_LIMIT,
      ...(to === undefined ? {} : { to: createAddressFromString(to) }),
    },
    { common: node.common },
  )
  return tx.getIntrinsicGas()
}

/** The machine throws what it refuses to start, such as a value above the balance, and not as an Error. */
function refusalOf(thrown: unknown): unknown {
  if (thrown instanceof Error || !isJsonObject(thrown)) return thrown
  const { error } = thrown
  if (typeof error !== 'string') return thrown
  return new RpcError(-32000, wordsOf(error))
}

/** In the words of other nodes. */
function wordsOf(error: string): string {
  return error === 'insufficient balance' ? 'insufficient funds for transfer' : error
}

const STANDARD_ERRORS = parseAbi(['error Error(string)', 'error Panic(uint256)'])

function failureOf(error: string, returned: Hex): RpcError {
  if (error !== 'revert') return new RpcError(-32000, wordsOf(error))
  return new RpcError(3, `execution reverted${reasonIn(returned)}`, returned)
}

function reasonIn(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: STANDARD_ERRORS, data })
    return errorName === 'Error' ? `: ${args[0]}` : `: panic ${args[0]}`
  } catch {
    return ''
  }
}
