import { type Address, getCompiledTransactionMessageDecoder, isAddress } from '@solana/kit'

import { decodeBase58 } from '../../../../contract/encoding/base58.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { invalidParams, RpcError, type RpcMethods } from '../json-rpc.ts'
import type { Outcome } from './outcome.ts'
import { decodeMint, decodeTokenAccount, TOKEN_PROGRAM, tokenAmountJson } from './svm-genesis.ts'
import { BLOCKHASH_LIFE_SLOTS } from './svm-journal.ts'
import { accountJson, decimalsOf, innerJson, landedJson, memoOf } from './svm-json.ts'
import { type LandedTransaction, SIGNATURE_FEE_LAMPORTS, type SvmNode } from './svm-node.ts'

interface RpcOptions {
  /** The genesis hash of the real network: clients tell clusters apart by it. */
  genesisHash: string
  /** Gives SOL. */
  airdrop: (to: Address, lamports: bigint) => Promise<string>
}

const SLOTS_IN_EPOCH = 432_000
const MAX_AIRDROP_LAMPORTS = 10_000_000_000
const VERSION = '2.3.0'

/** The Solana JSON-RPC methods of the embedded chain. */
export function svmMethods(node: SvmNode, { genesisHash, airdrop }: RpcOptions): RpcMethods {
  const { clock } = node
  const withContext = (value: unknown) => ({
    context: { apiVersion: VERSION, slot: clock.slot() },
    value,
  })
  const account = (address: unknown, encoding: unknown) => {
    const found = node.account(addressParam(address))
    return found === undefined ? null : accountJson(node, found, encoding)
  }
  const tokenAccount = (address: unknown) => {
    const found = node.account(addressParam(address))
    const token = found && decodeTokenAccount(found.owner, found.data)
    if (token === undefined) throw invalidParams('Invalid param: could not find account')
    return token
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': VERSION, 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: () => clock.slot(),
    getBlockHeight: () => clock.slot(),
    getTransactionCount: () => node.landed.length,
    getEpochInfo: () => {
      const slot = clock.slot()
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / SLOTS_IN_EPOCH),
        slotIndex: slot % SLOTS_IN_EPOCH,
        slotsInEpoch: SLOTS_IN_EPOCH,
        transactionCount: node.landed.length,
      }
    },
    getBlockTime: ([slot]) => clock.secondsOf(countParam(slot, 'slot')),
    getLatestBlockhash: () =>
      withContext({
        blockhash: clock.blockhash(),
        lastValidBlockHeight: clock.slot() + BLOCKHASH_LIFE_SLOTS,
      }),
    isBlockhashValid: ([hash]) => withContext(clock.isRecent(textParam(hash, 'blockhash'))),
    getFeeForMessage: ([message]) => withContext(feeOf(node, base64Param(message, 'The message'))),
    getRecentPrioritizationFees: () => [],
    getMinimumBalanceForRentExemption: ([bytes]) =>
      Number(node.minimumBalance(countParam(bytes, 'The size'))),
    getBalance: ([address]) =>
      withContext(Number(node.account(addressParam(address))?.lamports ?? 0n)),
    getAccountInfo: ([address, options]) =>
      withContext(account(address, optionsParam(options)['encoding'])),
    getMultipleAccounts: ([addresses, options]) =>
      withContext(
        listParam(addresses, 'addresses', 100).map((address) =>
          account(address, optionsParam(options)['encoding']),
        ),
      ),
    getTokenAccountBalance: ([address]) => {
      const { amount, mint } = tokenAccount(address)
      return withContext(tokenAmountJson(amount, decimalsOf(node, mint)))
    },
    getTokenSupply: ([address]) => {
      const found = node.account(addressParam(address))
      const mint = found && decodeMint(found.owner, found.data)
      if (mint === undefined) throw invalidParams('Invalid param: not a Token mint')
      return withContext(tokenAmountJson(mint.supply, mint.decimals))
    },
    getTokenAccountsByOwner: ([owner, filter, options]) =>
      withContext(
        tokenAccountsOf(node, addressParam(owner, 'The owner'), optionsParam(filter)).map(
          ({ address, account: found }) => ({
            pubkey: address,
            account: accountJson(node, found, optionsParam(options)['encoding']),
          }),
        ),
      ),
    simulateTransaction: ([transaction, options]) => {
      const { sigVerify, replaceRecentBlockhash, encoding, innerInstructions } =
        optionsParam(options)
      const outcome = node.simulate(node.decode(transactionParam(transaction, encoding)), {
        verifySignatures: sigVerify === true,
        replaceBlockhash: replaceRecentBlockhash === true,
      })
      return withContext(outcomeJson(outcome, innerInstructions === true))
    },
    sendTransaction: ([transaction, options]) => {
      const { skipPreflight, encoding } = optionsParam(options)
      return node.send(node.decode(transactionParam(transaction, encoding)), skipPreflight === true)
    },
    getSignatureStatuses: ([signatures]) =>
      withContext(
        listParam(signatures, 'signatures', 256).map((signature) =>
          statusOf(node.bySignature(textParam(signature, 'A signature'))),
        ),
      ),
    getSignaturesForAddress: ([address, options]) =>
      signaturesFor(node, addressParam(address), optionsParam(options)),
    getTransaction: ([signature, options]) =>
      transactionFor(
        node,
        textParam(signature, 'The signature'),
        typeof options === 'string' ? { encoding: options } : optionsParam(options),
      ),
    requestAirdrop: ([to, lamports]) => {
      const amount = countParam(lamports, 'lamports')
      if (amount < 1 || amount > MAX_AIRDROP_LAMPORTS)
        throw invalidParams(
          `Invalid param: lamports must be from 1 to ${MAX_AIRDROP_LAMPORTS} (10 SOL).`,
        )
      return airdrop(addressParam(to), BigInt(amount))
    },
  }
}

function transactionParam(value: unknown, encoding: unknown): Uint8Array {
  if (encoding === 'base64') return base64Param(value, 'The transaction')
  if (encoding !== undefined && encoding !== 'base58')
    throw invalidParams('Invalid param: encoding must be base64 or base58.')
  const bytes = decodeBase58(textParam(value, 'The transaction'))
  if (bytes === undefined)
    throw invalidParams('Invalid param: send the transaction with the encoding base64.')
  return bytes
}

function feeOf(node: SvmNode, message: Uint8Array): number | null {
  try {
    const { header, lifetimeToken } = getCompiledTransactionMessageDecoder().decode(message)
    return node.clock.isRecent(lifetimeToken)
      ? header.numSignerAccounts * SIGNATURE_FEE_LAMPORTS
      : null
  } catch {
    throw invalidParams('Invalid param: not a transaction message.')
  }
}

function tokenAccountsOf(node: SvmNode, owner: Address, { mint, programId }: JsonObject) {
  if (mint === undefined && programId === undefined)
    throw invalidParams('Invalid param: a mint or a programId is needed.')
  if (mint === undefined && addressParam(programId, 'programId') !== TOKEN_PROGRAM) return []
  const wanted = mint === undefined ? undefined : addressParam(mint, 'The mint')
  return node.accountsOwnedBy(TOKEN_PROGRAM).filter(({ account }) => {
    const token = decodeTokenAccount(account.owner, account.data)
    return token?.owner === owner && (wanted === undefined || token.mint === wanted)
  })
}

function outcomeJson({ error, logs, unitsConsumed, inner }: Outcome, withInner: boolean) {
  return {
    err: error,
    logs,
    unitsConsumed,
    accounts: null,
    returnData: null,
    innerInstructions: withInner ? innerJson(inner) : null,
  }
}

const MAX_SIGNATURES = 1000

/** `getSignaturesForAddress`: newest first, each with its memo. @throws RpcError -32602 */
function signaturesFor(node: SvmNode, address: Address, options: JsonObject) {
  const { limit, before, until } = options
  const most = limit === undefined ? MAX_SIGNATURES : countParam(limit, 'limit')
  if (most < 1 || most > MAX_SIGNATURES)
    throw invalidParams(`Invalid param: limit must be from 1 to ${MAX_SIGNATURES}.`)
  const newestFirst = node.landed.toReversed()
  const positionOf = (signature: unknown) =>
    newestFirst.findIndex((landed) => landed.signature === signature)
  const start = before === undefined ? 0 : positionOf(before) + 1
  const end = until === undefined ? -1 : positionOf(until)
  return newestFirst
    .slice(start, end === -1 ? undefined : end)
    .filter(({ transaction }) => transaction.compiled.staticAccounts.includes(address))
    .slice(0, most)
    .map((landed) => ({
      signature: landed.signature,
      slot: landed.slot,
      err: landed.error,
      memo: memoOf(landed),
      blockTime: node.clock.secondsOf(landed.slot),
      confirmationStatus: 'finalized',
    }))
}

/** `getTransaction`; null for an unknown signature. @throws RpcError -32015 for a version nobody asked for */
function transactionFor(node: SvmNode, signature: string, options: JsonObject) {
  const landed = node.bySignature(signature)
  if (landed === undefined) return null
  const { version } = landed.transaction.compiled
  if (version !== 'legacy' && options['maxSupportedTransactionVersion'] === undefined)
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  return landedJson(node, landed, options['encoding'])
}

/** One value of `getSignatureStatuses`: what has landed is final at once. */
function statusOf(landed: LandedTransaction | undefined) {
  if (landed === undefined) return null
  const { slot, error } = landed
  return {
    slot,
    confirmations: null,
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    confirmationStatus: 'finalized',
  }
}

/** A parameter that is a base58 address of 32 bytes. @throws RpcError -32602 */
function addressParam(value: unknown, name = 'The address'): Address {
  if (typeof value !== 'string' || !isAddress(value))
    throw invalidParams(`Invalid param: ${name} must be 32 bytes in base58.`)
  return value
}

function textParam(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalidParams(`Invalid param: ${name} must be a string.`)
  return value
}

function listParam(value: unknown, name: string, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most)
    throw invalidParams(`Invalid param: ${name} must be an array of at most ${most}.`)
  return value
}

function countParam(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams(`Invalid param: ${name} must be an integer, 0 or more.`)
  return value
}

function optionsParam(value: unknown): JsonObject {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) throw invalidParams('Invalid param: the options must be an object.')
  return value
}

/** The bytes of a transaction or message, in base64 or, for transactions by default, base58. */
function base64Param(value: unknown, name: string): Uint8Array {
  const text = textParam(value, name)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw invalidParams(`Invalid param: ${name} must be base64.`)
  return Uint8Array.from(Buffer.from(text, 'base64'))
}
