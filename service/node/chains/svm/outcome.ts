import type {
  FailedTransactionMetadata,
  LiteSvm,
  TransactionMetadata,
} from 'litesvm/dist/internal.js'

import { RpcError } from '../json-rpc.ts'

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

type TransactionError = string | Record<string, unknown>

/** In the order of litesvm's numbers. */
const TRANSACTION_ERRORS =
  `AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee
AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure
InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit
UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit
TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData
InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit
MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction
ProgramCacheHitMaxLimit CommitCancelled`.split(/\s+/)

const INSTRUCTION_ERRORS =
  `GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds
IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction
ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified
DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged
AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError
ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth
MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded
PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable
IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner
MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded
BuiltinProgramsMustConsumeComputeUnits BorshIoError`.split(/\s+/)

/** litesvm's description of a failure in the words of Solana's JSON-RPC. */
function transactionErrorOf(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err()
  if (typeof error === 'number') return TRANSACTION_ERRORS[error] ?? 'UnknownError'
  if ('err' in error) return { InstructionError: [error.index, instructionErrorOf(error.err())] }
  if ('index' in error) return { DuplicateInstruction: error.index }
  const name = error.constructor.name.replace('TransactionError', '')
  return { [name]: { account_index: error.accountIndex } }
}

/** True when a transaction with this error still takes its place, and its fee, on the chain. */
export function landsOnChain(error: TransactionError): boolean {
  return typeof error === 'object' && 'InstructionError' in error
}

function instructionErrorOf(error: unknown): unknown {
  if (typeof error === 'number') return INSTRUCTION_ERRORS[error] ?? 'GenericError'
  const code: unknown = Reflect.get(Object(error), 'code')
  return typeof code === 'number' ? { Custom: code } : 'BorshIoError'
}
