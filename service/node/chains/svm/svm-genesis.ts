import { getAddressEncoder, type Address } from '@solana/kit'
import type { LiteSvm } from 'litesvm/dist/internal.js'

import { USDC_DECIMALS } from '../../../../contract/wallet/networks.ts'
import {
  encodeMint,
  encodeTokenAccount,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccountOf,
} from './token-accounts.ts'

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
