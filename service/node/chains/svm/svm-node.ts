import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getAddressDecoder,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import type { Account, LiteSvm } from 'litesvm/dist/internal.js'

import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import type { Journal } from '../journal.ts'
import { RpcError } from '../json-rpc.ts'
import { landsOnChain, type Outcome, outcomeOf, preflightError, signatureError } from './outcome.ts'
import { decodeMint, decodeTokenAccount, type SvmGenesis, writeSvmGenesis } from './svm-genesis.ts'
import {
  createSlotClock,
  newBeginning,
  readBeginning,
  readEntry,
  requireSame,
  type SlotClock,
} from './svm-journal.ts'

/** What a signature costs, lamports. */
export const SIGNATURE_FEE_LAMPORTS = 5000

/** An account as it is now. */
export interface SvmAccount {
  lamports: bigint
  data: Uint8Array
  owner: Address
  isExecutable: boolean
}

/** The balance of a token account before or after a transaction. */
export interface TokenBalance {
  accountIndex: number
  mint: Address
  owner: Address
  amount: bigint
  decimals: number
}

/** A transaction that has taken its place on the chain, with success or not. */
export interface LandedTransaction extends Outcome {
  transaction: WireTransaction
  signature: string
  slot: number
  fee: number
  lamports: { before: bigint[]; after: bigint[] }
  tokens: { before: TokenBalance[]; after: TokenBalance[] }
}

/** The chain itself. Everything is done when a call returns: nothing here waits. */
export interface SvmNode {
  readonly clock: SlotClock
  /** Oldest first. */
  readonly landed: readonly LandedTransaction[]
  bySignature(signature: string): LandedTransaction | undefined
  account(address: Address): SvmAccount | undefined
  accountsOwnedBy(program: Address): { address: Address; account: SvmAccount }[]
  minimumBalance(bytes: number): bigint
  /** @throws RpcError when the bytes are no transaction */
  decode(wire: Uint8Array): WireTransaction
  simulate(
    transaction: WireTransaction,
    options: { verifySignatures: boolean; replaceBlockhash: boolean },
  ): Outcome
  /**
   * Runs a transaction and keeps it; it is durable when this returns its signature.
   * @throws RpcError -32002 or -32003 when it cannot land, or would fail and `skipPreflight` is false
   */
  send(transaction: WireTransaction, skipPreflight: boolean): string
}

interface NodeOptions {
  svm: LiteSvm
  genesis: SvmGenesis
  journal: Journal
  now: () => number
}

/**
 * Starts the chain: from its journal, transaction by transaction, or from nothing.
 * @throws JournalError when the journal does not lead to the outcomes that it names
 */
export async function startSvmNode({ svm, genesis, journal, now }: NodeOptions): Promise<SvmNode> {
  const [first, ...rest] = journal.entries()
  const begun = first === undefined ? newBeginning(genesis, now()) : readBeginning(first, genesis)
  if (first === undefined) journal.append(JSON.stringify(begun))

  // Blockhashes are validated by the slot clock: litesvm knows only one at a time.
  svm.setBlockhashCheck(false)
  await writeSvmGenesis(svm, genesis)
  const clock = createSlotClock(begun.chain, begun.startedMs, now)
  const landed: LandedTransaction[] = []
  const bySignature = new Map<string, LandedTransaction>()
  const messages = new Set<string>()
  for (const text of rest) {
    const entry = readEntry(text)
    const done = execute(readTransaction(Buffer.from(entry.wire, 'base64')), entry.slot)
    requireSame(entry, done.error)
  }

  return {
    clock,
    landed,
    bySignature: (signature) => bySignature.get(signature),
    account,
    accountsOwnedBy: (program) =>
      svm
        .getProgramAccounts(Uint8Array.from(getAddressEncoder().encode(program)))
        .map((one) => ({
          address: getAddressDecoder().decode(one.address),
          account: readAccount(one.account()),
        })),
    minimumBalance: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    decode: readTransaction,
    simulate,
    send,
  }

  function account(address: Address): SvmAccount | undefined {
    const found = svm.getAccount(Uint8Array.from(getAddressEncoder().encode(address)))
    return found === null || found.lamports() === 0n ? undefined : readAccount(found)
  }

  function simulate(
    transaction: WireTransaction,
    {
      verifySignatures,
      replaceBlockhash,
    }: { verifySignatures: boolean; replaceBlockhash: boolean },
  ): Outcome {
    const refused = refusalOf(transaction, replaceBlockhash)
    if (refused !== undefined) return { error: refused, logs: [], unitsConsumed: 0, inner: [] }
    setTime(clock.slot())
    svm.setSigverify(verifySignatures)
    try {
      const { wire } = transaction
      return outcomeOf(
        isLegacy(transaction)
          ? svm.simulateLegacyTransaction(wire)
          : svm.simulateVersionedTransaction(wire),
      )
    } finally {
      svm.setSigverify(true)
    }
  }

  function send(transaction: WireTransaction, skipPreflight: boolean): string {
    if (transaction.signature === undefined) throw signatureError()
    const tried = simulate(transaction, { verifySignatures: true, replaceBlockhash: false })
    const { error } = tried
    if (error === 'SignatureFailure') throw signatureError()
    if (error !== null && !(skipPreflight && landsOnChain(error))) throw preflightError(tried)
    const slot = clock.slot()
    const wire = Buffer.from(transaction.wire).toString('base64')
    // First kept, then done: what was tried just now goes the same way again.
    journal.append(JSON.stringify({ slot, wire, error }))
    return execute(transaction, slot).signature
  }

  function refusalOf({ message, compiled }: WireTransaction, replaceBlockhash: boolean) {
    // A cluster tells duplicates by the message; litesvm would by the signature.
    if (messages.has(Buffer.from(message).toString('base64'))) return 'AlreadyProcessed'
    if (!replaceBlockhash && !clock.isRecent(compiled.lifetimeToken)) return 'BlockhashNotFound'
    return undefined
  }

  function execute(transaction: WireTransaction, slot: number): LandedTransaction {
    setTime(slot)
    const { wire, compiled, signature = '' } = transaction
    const before = balances(compiled)
    const outcome = outcomeOf(
      isLegacy(transaction) ? svm.sendLegacyTransaction(wire) : svm.sendVersionedTransaction(wire),
    )
    const after = balances(compiled)
    const done: LandedTransaction = {
      ...outcome,
      transaction,
      signature,
      slot,
      fee: compiled.header.numSignerAccounts * SIGNATURE_FEE_LAMPORTS,
      lamports: { before: before.lamports, after: after.lamports },
      tokens: { before: before.tokens, after: after.tokens },
    }
    messages.add(Buffer.from(transaction.message).toString('base64'))
    landed.push(done)
    bySignature.set(signature, done)
    return done
  }

  function setTime(slot: number): void {
    const time = svm.getClock()
    time.slot = BigInt(slot)
    time.unixTimestamp = BigInt(clock.secondsOf(slot))
    svm.setClock(time)
  }

  function balances({ staticAccounts, instructions }: WireTransaction['compiled']) {
    // A program's own account is large and holds no tokens.
    const programs = new Set(instructions.map(({ programAddressIndex }) => programAddressIndex))
    return {
      lamports: staticAccounts.map(
        (address) => svm.getBalance(Uint8Array.from(getAddressEncoder().encode(address))) ?? 0n,
      ),
      tokens: staticAccounts.flatMap((address, accountIndex): TokenBalance[] => {
        if (programs.has(accountIndex)) return []
        const one = account(address)
        const token = one && decodeTokenAccount(one.owner, one.data)
        if (token === undefined) return []
        const mint = account(token.mint)
        const decimals = (mint && decodeMint(mint.owner, mint.data)?.decimals) ?? 0
        const { mint: mintAddress, owner, amount } = token
        return [{ accountIndex, mint: mintAddress, owner, amount, decimals }]
      }),
    }
  }
}

function readAccount(found: Account): SvmAccount {
  return {
    lamports: found.lamports(),
    data: found.data(),
    owner: getAddressDecoder().decode(found.owner()),
    isExecutable: found.executable(),
  }
}

const MAX_WIRE_BYTES = 1232

interface WireTransaction {
  wire: Uint8Array
  /** The fee payer's signature; undefined while its place is empty. */
  signature: string | undefined
  /** What makes two transactions the same: the message, whoever has signed it. */
  message: Uint8Array
  compiled: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime
}

/** Reads a transaction from its bytes. @throws RpcError -32602 when they are none */
function readTransaction(wire: Uint8Array): WireTransaction {
  if (wire.length > MAX_WIRE_BYTES)
    throw new RpcError(
      -32602,
      `The transaction has ${wire.length} bytes; at most ${MAX_WIRE_BYTES} are sent.`,
    )
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const [feePayerSignature] = Object.values(signatures)
    return {
      wire,
      signature: feePayerSignature ? encodeBase58(Uint8Array.from(feePayerSignature)) : undefined,
      message: Uint8Array.from(messageBytes),
      compiled: getCompiledTransactionMessageDecoder().decode(messageBytes),
    }
  } catch (error) {
    throw new RpcError(
      -32602,
      `Invalid transaction: ${error instanceof Error ? error.message : 'cannot be read'}`,
    )
  }
}

/** True for the format before versions. */
function isLegacy({ compiled }: WireTransaction): boolean {
  return compiled.version === 'legacy'
}
