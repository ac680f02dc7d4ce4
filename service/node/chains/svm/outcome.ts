import type { LiteSvm, TransactionMetadata } from 'litesvm/dist/internal.js'

import { RpcError } from '../json-rpc.ts'
import { transactionErrorOf, type TransactionError } from './transaction-error.ts'

/** An instruction that a program called. */
interface InnerInstruction {
  programIdIndex: number
  accounts: number[]
  data: Uint8Array
  stackHeight: number
}

/** What running a transaction did, or would do. */
export interface Outcome {
  error: TransactionError | null
  logs: string[]
  unitsConsumed: number
  /** By instruction. */
  inner: InnerInstruction[][]
}

type RunResult = ReturnType<
  LiteSvm['sendVersionedTransaction'] | LiteSvm['simulateVersionedTransaction']
>

/** What litesvm says of a run, in our words. */
export function outcomeOf(result: RunResult): Outcome {
  const meta: TransactionMetadata = 'meta' in result ? result.meta() : result
  return {
    error: 'err' in result ? transactionErrorOf(result) : null,
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    inner: meta.innerInstructions().map((calls) =>
      calls.map((call) => {
        const instruction = call.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: instruction.data(),
          stackHeight: call.stackHeight(),
        }
      }),
    ),
  }
}

/** The answer to a transaction that is not signed, or not by whom it should. */
export function signatureError(): RpcError {
  return new RpcError(-32003, 'Transaction signature verification failure')
}

/** The answer to a transaction that failed when it was tried. */
export function preflightError({ error, logs, unitsConsumed }: Outcome): RpcError {
  const words = typeof error === 'string' ? error : JSON.stringify(error)
  return new RpcError(-32002, `Transaction simulation failed: ${words}`, {
    err: error,
    logs,
    unitsConsumed,
    accounts: null,
    returnData: null,
  })
}
