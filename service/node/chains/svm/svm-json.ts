import type { Address } from '@solana/kit'

import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { invalidParams } from '../json-rpc.ts'
import type { Outcome } from './outcome.ts'
import {
  decodeMint,
  decodeTokenAccount,
  MEMO_PROGRAM,
  OLD_MEMO_PROGRAM,
  TOKEN_PROGRAM,
  tokenAmountJson,
} from './svm-genesis.ts'
import type { LandedTransaction, SvmAccount, SvmNode, TokenBalance } from './svm-node.ts'

/** An account in the encoding that was asked for. @throws RpcError -32602 for an unknown encoding */
export function accountJson(node: SvmNode, account: SvmAccount, encoding: unknown) {
  const { lamports, owner, isExecutable, data } = account
  return {
    data:
      (encoding === 'jsonParsed' ? parsedAccount(node, account) : undefined) ??
      encodedData(data, encoding),
    executable: isExecutable,
    lamports: Number(lamports),
    owner,
    rentEpoch: 0,
    space: data.length,
  }
}

function encodedData(data: Uint8Array, encoding: unknown) {
  switch (encoding) {
    case undefined:
      return encodeBase58(data)
    case 'base58':
      return [encodeBase58(data), 'base58']
    case 'base64':
    case 'jsonParsed':
      return [Buffer.from(data).toString('base64'), 'base64']
    default:
      throw invalidParams('encoding must be base58, base64 or jsonParsed.')
  }
}

function parsedAccount(node: SvmNode, { owner, data }: SvmAccount) {
  const wrap = (type: string, info: object) => ({
    program: 'spl-token',
    parsed: { type, info },
    space: data.length,
  })
  const mint = decodeMint(owner, data)
  if (mint)
    return wrap('mint', {
      mintAuthority: mint.authority,
      supply: mint.supply.toString(),
      decimals: mint.decimals,
      isInitialized: true,
      freezeAuthority: mint.freezeAuthority,
    })
  const token = decodeTokenAccount(owner, data)
  if (token === undefined) return undefined
  return wrap('account', {
    isNative: false,
    mint: token.mint,
    owner: token.owner,
    state: token.isFrozen ? 'frozen' : 'initialized',
    tokenAmount: tokenAmountJson(token.amount, decimalsOf(node, token.mint)),
  })
}

/** The decimals of a mint; 0 when there is no such mint. */
export function decimalsOf(node: SvmNode, mint: Address): number {
  const account = node.account(mint)
  return (account && decodeMint(account.owner, account.data)?.decimals) ?? 0
}

/** The memos of a transaction as `getSignaturesForAddress` writes them: `[length] text`, or null. */
export function memoOf({ transaction: { compiled } }: LandedTransaction): string | null {
  const memos = compiled.instructions.flatMap(({ programAddressIndex, data }) => {
    const program = compiled.staticAccounts[programAddressIndex]
    if (program !== MEMO_PROGRAM && program !== OLD_MEMO_PROGRAM) return []
    const text = new TextDecoder().decode(data)
    return [`[${data?.length ?? 0}] ${text}`]
  })
  return memos.length === 0 ? null : memos.join('; ')
}

/** A transaction as `getTransaction` answers it. @throws RpcError -32602 for an unknown encoding */
export function landedJson(node: SvmNode, landed: LandedTransaction, encoding: unknown) {
  const { slot, error, fee, lamports, tokens, logs, inner, unitsConsumed } = landed
  const { version } = landed.transaction.compiled
  return {
    slot,
    blockTime: node.clock.secondsOf(slot),
    version,
    transaction: transactionJson(landed, encoding),
    meta: {
      err: error,
      status: error === null ? { Ok: null } : { Err: error },
      fee,
      preBalances: lamports.before.map(Number),
      postBalances: lamports.after.map(Number),
      preTokenBalances: tokens.before.map(tokenBalanceJson),
      postTokenBalances: tokens.after.map(tokenBalanceJson),
      logMessages: logs,
      computeUnitsConsumed: unitsConsumed,
      loadedAddresses: { readonly: [], writable: [] },
      rewards: [],
      innerInstructions: innerJson(inner),
    },
  }
}

/** What programs called, by the instruction that did; one that called nothing is left out. */
export function innerJson(inner: Outcome['inner']) {
  return inner.flatMap((calls, index) => {
    if (calls.length === 0) return []
    const instructions = calls.map((call) => ({ ...call, data: encodeBase58(call.data) }))
    return [{ index, instructions }]
  })
}

function transactionJson(landed: LandedTransaction, encoding: unknown): unknown {
  const { wire, compiled } = landed.transaction
  switch (encoding) {
    case 'base64':
      return [Buffer.from(wire).toString('base64'), 'base64']
    case 'base58':
      return [encodeBase58(wire), 'base58']
    case undefined:
    case 'json':
    case 'jsonParsed':
      break
    default:
      throw invalidParams('encoding must be json, jsonParsed, base58 or base64.')
  }
  const isParsed = encoding === 'jsonParsed'
  const { header, staticAccounts, lifetimeToken, instructions } = compiled
  const count = header.numSignerAccounts
  return {
    signatures: signaturesIn(wire, count),
    message: {
      header: {
        numRequiredSignatures: count,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      accountKeys: isParsed
        ? staticAccounts.map((pubkey, index) => ({
            pubkey,
            signer: index < count,
            writable: isWritable(index, header, staticAccounts.length),
            source: 'transaction',
          }))
        : staticAccounts,
      recentBlockhash: lifetimeToken,
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data }) => {
        const bytes = Uint8Array.from(data ?? [])
        if (!isParsed)
          return {
            programIdIndex: programAddressIndex,
            accounts: accountIndices,
            data: encodeBase58(bytes),
            stackHeight: null,
          }
        const programId = staticAccounts[programAddressIndex]
        const accounts = accountIndices.map((index) => staticAccounts[index])
        return {
          programId,
          stackHeight: null,
          ...(parsedInstruction(programId, accounts, bytes) ?? {
            accounts,
            data: encodeBase58(bytes),
          }),
        }
      }),
    },
  }
}

/** Memo and TransferChecked, which payments are made of; others are shown as bytes. */
function parsedInstruction(
  programId: Address | undefined,
  [source, mint, destination, authority]: readonly (Address | undefined)[],
  data: Uint8Array,
) {
  if (programId === MEMO_PROGRAM || programId === OLD_MEMO_PROGRAM)
    return { program: 'spl-memo', parsed: new TextDecoder().decode(data) }
  if (programId !== TOKEN_PROGRAM || data[0] !== 12 || data.length !== 10) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const tokenAmount = tokenAmountJson(view.getBigUint64(1, true), view.getUint8(9))
  return {
    program: 'spl-token',
    parsed: {
      type: 'transferChecked',
      info: { source, mint, destination, authority, tokenAmount },
    },
  }
}

function signaturesIn(wire: Uint8Array, count: number): string[] {
  // One byte of length: a transaction cannot hold as many signatures as would need two.
  return Array.from({ length: count }, (_, index) =>
    encodeBase58(wire.subarray(1 + index * 64, 65 + index * 64)),
  )
}

function isWritable(
  index: number,
  header: LandedTransaction['transaction']['compiled']['header'],
  accounts: number,
): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  return index < numSignerAccounts
    ? index < numSignerAccounts - numReadonlySignerAccounts
    : index < accounts - numReadonlyNonSignerAccounts
}

function tokenBalanceJson({ accountIndex, mint, owner, amount, decimals }: TokenBalance) {
  return {
    accountIndex,
    mint,
    owner,
    programId: TOKEN_PROGRAM,
    uiTokenAmount: tokenAmountJson(amount, decimals),
  }
}
