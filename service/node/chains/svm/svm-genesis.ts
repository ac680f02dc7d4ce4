import {
  type Address,
  address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
} from '@solana/kit'
import type { LiteSvm } from 'litesvm/dist/internal.js'

import { USDC_DECIMALS } from '../../../../contract/wallet/networks.ts'

/** What each funded account starts with, lamports: a million SOL. */
const FUNDS_LAMPORTS = 1_000_000n * 1_000_000_000n

/** Who and what is there before the first slot. */
export interface SvmGenesis {
  /** The address of the USDC mint. */
  mint: Address
  /** Pays the network fees of settlements. */
  feePayer: Address
  /** The only account that may mint; it pays for what it sends. */
  faucet: Address
  /** Have a token account each: a payment cannot make one. */
  merchants: readonly Address[]
}

/** Writes the mint, the fee payer's lamports and the token accounts that payments need at the start. */
export async function writeSvmGenesis(svm: LiteSvm, genesis: SvmGenesis): Promise<void> {
  const { Account } = await import('litesvm/dist/internal.js')
  const bytes = (address: Address) => Uint8Array.from(getAddressEncoder().encode(address))
  const put = (address: Address, owner: Address, data: Uint8Array, lamports: bigint) =>
    svm.setAccount(bytes(address), new Account(lamports, data, bytes(owner), false, 0n))
  const putExempt = (address: Address, owner: Address, data: Uint8Array) =>
    put(address, owner, data, svm.minimumBalanceForRentExemption(BigInt(data.length)))

  for (const funded of [genesis.feePayer, genesis.faucet])
    put(funded, SYSTEM_PROGRAM, new Uint8Array(), FUNDS_LAMPORTS)
  putExempt(genesis.mint, TOKEN_PROGRAM, encodeMint(genesis.faucet, USDC_DECIMALS))
  for (const merchant of genesis.merchants)
    putExempt(
      await tokenAccountOf(merchant, genesis.mint),
      TOKEN_PROGRAM,
      encodeTokenAccount(genesis.mint, merchant),
    )
}

export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
export const SYSTEM_PROGRAM = address('11111111111111111111111111111111')
export const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
/** The memo program's first version, which some wallets still call. */
export const OLD_MEMO_PROGRAM = address('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo')

const MINT_BYTES = 82
const ACCOUNT_BYTES = 165

/** The token account of an owner for a mint, whether it exists or not. */
export async function tokenAccountOf(owner: Address, mint: Address): Promise<Address> {
  const bytes = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    seeds: [bytes.encode(owner), bytes.encode(TOKEN_PROGRAM), bytes.encode(mint)],
  })
  return account
}

function encodeMint(authority: Address, decimals: number): Uint8Array {
  const data = new Uint8Array(MINT_BYTES)
  const view = new DataView(data.buffer)
  view.setUint32(0, 1, true)
  data.set(getAddressEncoder().encode(authority), 4)
  view.setUint8(44, decimals)
  view.setUint8(45, 1)
  return data
}

function encodeTokenAccount(mint: Address, owner: Address): Uint8Array {
  const data = new Uint8Array(ACCOUNT_BYTES)
  data.set(getAddressEncoder().encode(mint), 0)
  data.set(getAddressEncoder().encode(owner), 32)
  data[108] = 1
  return data
}

/** The mint in an account's data; undefined when it is none. */
export function decodeMint(owner: Address, data: Uint8Array) {
  if (owner !== TOKEN_PROGRAM || data.length !== MINT_BYTES || data[45] !== 1) return undefined
  const view = viewOf(data)
  return {
    authority: view.getUint32(0, true) === 1 ? addressAt(data, 4) : null,
    supply: view.getBigUint64(36, true),
    decimals: view.getUint8(44),
    freezeAuthority: view.getUint32(46, true) === 1 ? addressAt(data, 50) : null,
  }
}

/** The token account in an account's data; undefined when it is none. */
export function decodeTokenAccount(owner: Address, data: Uint8Array) {
  if (owner !== TOKEN_PROGRAM || data.length !== ACCOUNT_BYTES || data[108] === 0) return undefined
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: viewOf(data).getBigUint64(64, true),
    isFrozen: data[108] === 2,
  }
}

/** An amount of tokens as Solana's JSON-RPC writes it. */
export function tokenAmountJson(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}

function addressAt(data: Uint8Array, offset: number): Address {
  return getAddressDecoder().decode(data, offset)
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}
