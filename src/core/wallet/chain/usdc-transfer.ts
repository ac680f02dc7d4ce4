import {
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { USDC_DECIMALS } from '../../../../contract/wallet/networks.ts'

const COMPUTE_BUDGET = new PublicKey('ComputeBudget111111111111111111111111111111')
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const ASSOCIATED_TOKEN = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
/** Wallets may add instructions of this program, which only guard what the others do. */
const LIGHTHOUSE = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')

const SYSTEM = new PublicKey('11111111111111111111111111111111')

const COMPUTE_UNIT_LIMIT = 20_000
const COMPUTE_UNIT_LIMIT_WITH_ACCOUNT = 80_000
const MICRO_LAMPORTS_PER_UNIT = 1n
/** A wallet may raise the price of a unit up to what facilitators take, micro-lamports. */
const MAX_MICRO_LAMPORTS_PER_UNIT = 5_000_000n
/** Instructions that a facilitator takes at most. */
const MAX_INSTRUCTIONS = 7

/** What a top-up on Solana moves. */
export interface UsdcTransfer {
  payer: string
  /** The receiving owner, not its token account. */
  payTo: string
  mint: string
  amountAtomic: number
  feePayer: string
  memo: string
  blockhash: string
  /** Makes the recipient's token account where there is none; the fee payer pays for it. */
  createsAccount?: boolean
}

/** The token account of an owner. */
export function tokenAccountOf(owner: string, mint: string): string {
  return ataOf(new PublicKey(owner), new PublicKey(mint)).toBase58()
}

/**
 * The version 0 transaction of x402's scheme `exact`: limit, price, `TransferChecked`, memo, in this
 * order. Both signatures are still open; the fee payer's stays so. Everything in it is from the argument
 * and from the constants above.
 */
export function usdcTransfer(transfer: UsdcTransfer): Uint8Array {
  const message = new TransactionMessage({
    payerKey: new PublicKey(transfer.feePayer),
    recentBlockhash: transfer.blockhash,
    instructions: instructionsOf(transfer),
  }).compileToV0Message()
  return new VersionedTransaction(message).serialize()
}

/**
 * The transfer that a transaction makes; undefined unless it is, byte for byte, what {@link usdcTransfer} makes
 * of it, with both signatures still open.
 */
export function readUsdcTransfer(
  bytes: Uint8Array,
  expected: Pick<UsdcTransfer, 'payer' | 'payTo' | 'mint'>,
): UsdcTransfer | undefined {
  const message = read(bytes)?.message
  const feePayer = message?.staticAccountKeys[0]
  if (message === undefined || feePayer === undefined || message.addressTableLookups.length > 0)
    return undefined
  try {
    const { instructions } = TransactionMessage.decompile(message)
    const createsAccount = instructions.length === 5
    const [transfer, memo] = instructions.slice(createsAccount ? 3 : 2)
    if (transfer?.data.length !== 10 || memo === undefined) return undefined
    const amount = viewOf(transfer.data).getBigUint64(1, true)
    if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
    const found = {
      ...expected,
      amountAtomic: Number(amount),
      feePayer: feePayer.toBase58(),
      memo: new TextDecoder('utf-8', { fatal: true }).decode(memo.data),
      blockhash: message.recentBlockhash,
      createsAccount,
    }
    return isEqual(usdcTransfer(found), bytes) ? found : undefined
  } catch {
    // What can't be read as such a transfer is none.
    return undefined
  }
}

function instructionsOf(transfer: UsdcTransfer) {
  const { payer, payTo, mint, amountAtomic, memo, createsAccount = false } = transfer
  const [payerKey, mintKey] = [new PublicKey(payer), new PublicKey(mint)]
  const units = createsAccount ? COMPUTE_UNIT_LIMIT_WITH_ACCOUNT : COMPUTE_UNIT_LIMIT
  return [
    instruction(COMPUTE_BUDGET, [], withUint(2, BigInt(units), 4)),
    instruction(COMPUTE_BUDGET, [], withUint(3, MICRO_LAMPORTS_PER_UNIT, 8)),
    ...(createsAccount ? [createAccount(transfer)] : []),
    instruction(
      TOKEN,
      [
        { pubkey: ataOf(payerKey, mintKey), isSigner: false, isWritable: true },
        { pubkey: mintKey, isSigner: false, isWritable: false },
        { pubkey: ataOf(new PublicKey(payTo), mintKey), isSigner: false, isWritable: true },
        { pubkey: payerKey, isSigner: true, isWritable: false },
      ],
      Uint8Array.from([...withUint(12, BigInt(amountAtomic), 8), USDC_DECIMALS]),
    ),
    instruction(MEMO, [], new TextEncoder().encode(memo)),
  ]
}

/** `CreateIdempotent` of the associated token account program. */
function createAccount({ feePayer, payTo, mint }: UsdcTransfer): TransactionInstruction {
  const [owner, mintKey] = [new PublicKey(payTo), new PublicKey(mint)]
  return instruction(
    ASSOCIATED_TOKEN,
    [
      { pubkey: new PublicKey(feePayer), isSigner: true, isWritable: true },
      { pubkey: ataOf(owner, mintKey), isSigner: false, isWritable: true },
      { pubkey: owner, isSigner: false, isWritable: false },
      { pubkey: mintKey, isSigner: false, isWritable: false },
      { pubkey: SYSTEM, isSigner: false, isWritable: false },
      { pubkey: TOKEN, isSigner: false, isWritable: false },
    ],
    Uint8Array.of(1),
  )
}

/**
 * What is wrong with a transaction as a wallet returned it; undefined when it is the one it was given,
 * signed by the payer, perhaps with guards of the Lighthouse program and another price per unit.
 */
export function returnedProblem(bytes: Uint8Array, transfer: UsdcTransfer): string | undefined {
  const returned = read(bytes)
  if (returned === undefined) return "The transaction can't be decoded."
  const { message, signatures } = returned
  if (message.addressTableLookups.length > 0) return 'It uses address lookup tables.'
  const [feePayer, ...others] = message.staticAccountKeys.slice(
    0,
    message.header.numRequiredSignatures,
  )
  if (feePayer?.toBase58() !== transfer.feePayer) return 'It has a different fee payer.'
  if (others.length !== 1 || others[0]?.toBase58() !== transfer.payer)
    return 'It requires other signers.'
  if (signatures[1]?.some((byte) => byte !== 0) !== true) return "It isn't signed."
  if (signatures[0]?.some((byte) => byte !== 0) === true) return 'It is signed for the fee payer.'
  if (message.recentBlockhash !== transfer.blockhash) return 'It has a different blockhash.'
  const instructions = TransactionMessage.decompile(message).instructions
  if (instructions.length > MAX_INSTRUCTIONS) return 'It contains too many instructions.'
  const expected = instructionsOf(transfer)
  const kept = instructions.filter(({ programId }) => !programId.equals(LIGHTHOUSE))
  if (kept.length !== expected.length) return 'It contains other instructions.'
  // A facilitator wants the first three where they are.
  if (instructions.slice(0, 3).some(({ programId }) => programId.equals(LIGHTHOUSE)))
    return 'Its instructions are reordered.'
  return kept.every((one, index) => isSame(one, expected[index], index === 1))
    ? undefined
    : 'It transfers something else, or to someone else.'
}

function isSame(
  a: TransactionInstruction,
  b: TransactionInstruction | undefined,
  isPrice: boolean,
): boolean {
  if (b === undefined || !a.programId.equals(b.programId) || a.keys.length !== b.keys.length)
    return false
  const sameKeys = a.keys.every((key, index) => {
    const other = b.keys[index]
    return other !== undefined && key.pubkey.equals(other.pubkey)
  })
  if (!sameKeys) return false
  if (isPrice && a.data.length === 9 && a.data[0] === 3)
    return viewOf(a.data).getBigUint64(1, true) <= MAX_MICRO_LAMPORTS_PER_UNIT
  return isEqual(a.data, b.data)
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

function read(bytes: Uint8Array): VersionedTransaction | undefined {
  try {
    const transaction = VersionedTransaction.deserialize(bytes)
    return transaction.version === 0 ? transaction : undefined
  } catch {
    return undefined
  }
}

function ataOf(owner: PublicKey, mint: PublicKey): PublicKey {
  const seeds = [owner.toBytes(), TOKEN.toBytes(), mint.toBytes()]
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN)[0]
}

function instruction(
  programId: PublicKey,
  keys: TransactionInstruction['keys'],
  data: Uint8Array,
): TransactionInstruction {
  // Typed as Node's Buffer; any bytes will do.
  return new TransactionInstruction({
    programId,
    keys,
    data: data as TransactionInstruction['data'],
  })
}

/** A tag byte and a little-endian integer after it. */
function withUint(tag: number, value: bigint, bytes: 4 | 8): Uint8Array {
  const data = new Uint8Array(1 + bytes)
  data[0] = tag
  if (bytes === 4) viewOf(data).setUint32(1, Number(value), true)
  else viewOf(data).setBigUint64(1, value, true)
  return data
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
