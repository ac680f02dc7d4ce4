import { randomBytes } from 'node:crypto'

import {
  AccountRole,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit'

import { USDC_DECIMALS } from '../../../../contract/wallet/networks.ts'
import { BLOCKHASH_LIFE_SLOTS } from './slot-clock.ts'
import type { SvmNode } from './svm-node.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccountOf,
} from './token-accounts.ts'

/** Gives test coins by real transactions, signed by the account that may mint. */
export function createSvmFaucet(node: SvmNode, faucet: KeyPairSigner, mint: Address) {
  return {
    mint: async (owner: Address, amount: bigint): Promise<Signature> => {
      const account = await tokenAccountOf(owner, mint)
      return send([
        createTokenAccount(faucet.address, account, owner, mint),
        mintChecked(mint, account, faucet.address, amount),
      ])
    },
    airdrop: (to: Address, lamports: bigint): Promise<Signature> =>
      send([transfer(faucet.address, to, lamports)]),
  }

  async function send(instructions: readonly Instruction[]): Promise<Signature> {
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(faucet, empty),
      (paid) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: blockhash(node.clock.blockhash()),
            lastValidBlockHeight: BigInt(node.clock.slot() + BLOCKHASH_LIFE_SLOTS),
          },
          paid,
        ),
      // Two equal gifts in one slot are still two transactions.
      (dated) => appendTransactionMessageInstructions([...instructions, randomMemo()], dated),
    )
    const signed = await signTransactionMessageWithSigners(message)
    const wire = Uint8Array.from(getTransactionEncoder().encode(signed))
    return signature(node.send(node.decode(wire), false))
  }
}

/** Makes the owner's token account where there is none (`CreateIdempotent`). */
function createTokenAccount(
  payer: Address,
  account: Address,
  owner: Address,
  mint: Address,
): Instruction {
  return {
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { address: payer, role: AccountRole.WRITABLE_SIGNER },
      { address: account, role: AccountRole.WRITABLE },
      { address: owner, role: AccountRole.READONLY },
      { address: mint, role: AccountRole.READONLY },
      { address: SYSTEM_PROGRAM, role: AccountRole.READONLY },
      { address: TOKEN_PROGRAM, role: AccountRole.READONLY },
    ],
    data: Uint8Array.of(1),
  }
}

function mintChecked(
  mint: Address,
  account: Address,
  authority: Address,
  amount: bigint,
): Instruction {
  const data = new Uint8Array(10)
  data[0] = 14
  new DataView(data.buffer).setBigUint64(1, amount, true)
  data[9] = USDC_DECIMALS
  return {
    programAddress: TOKEN_PROGRAM,
    accounts: [
      { address: mint, role: AccountRole.WRITABLE },
      { address: account, role: AccountRole.WRITABLE },
      { address: authority, role: AccountRole.READONLY_SIGNER },
    ],
    data,
  }
}

function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  }
}

function randomMemo(): Instruction {
  return {
    programAddress: MEMO_PROGRAM,
    data: new TextEncoder().encode(`faucet ${randomBytes(8).toString('hex')}`),
  }
}
