import { randomBytes } from 'node:crypto'

import {
  AccountRole,
  address,
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  type Rpc,
  type RpcTransport,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type Signature,
  signature,
  signTransactionMessageWithSigners,
  type SolanaRpcApi,
} from '@solana/kit'
import { type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm'
import type { LiteSvm } from 'litesvm/dist/internal.js'

import { SOLANA, type SolanaNetwork, USDC_DECIMALS } from '../../../../contract/wallet/networks.ts'
import { ChainUnavailableError } from '../../../app/money/chains/chains.ts'
import { type ChainKeys, SOLANA_MERCHANT } from '../chain-keys.ts'
import { openJournal } from '../journal.ts'
import { answerRpc } from '../json-rpc.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccountOf,
} from './svm-genesis.ts'
import { BLOCKHASH_LIFE_SLOTS } from './svm-journal.ts'
import { startSvmNode, type SvmNode } from './svm-node.ts'
import { svmMethods } from './svm-rpc.ts'

/** The embedded Solana chain, running. */
export interface SvmChain {
  network: SolanaNetwork
  /** The USDC mint. */
  asset: Address
  /** The owner (not the token account) that payments go to; its token account exists. */
  payTo: Address
  /** Answers a JSON-RPC request or batch that was parsed from JSON; undefined when nothing is to be answered. */
  rpc(body: unknown): Promise<unknown>
  /** Reads in this process, without a socket. */
  client: Rpc<SolanaRpcApi>
  /** What the x402 facilitator signs and sends with: the funded fee payer. */
  facilitator: FacilitatorSvmSigner
  /** Mints atomic USDC to an owner, making its token account when there is none; resolves when durable. */
  mint(to: Address, amount: bigint): Promise<Signature>
  /** Gives a wallet that has none some SOL for network fees; programs and their accounts get none. */
  giveFees(to: Address): Promise<void>
  close(): Promise<void>
}

interface OpenOptions {
  network: SolanaNetwork
  keys: ChainKeys
  payTo: string
  /** The journal's file; absent keeps the chain in memory. */
  journal: string | undefined
  now: () => number
}

/** Some new token accounts and thousands of transfers: 0.05 SOL. */
const FEE_GIFT_LAMPORTS = 50_000_000n

const GENESIS_HASHES = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
}

/**
 * Opens the chain and all that works on it.
 * @throws JournalError, or ChainUnavailableError where litesvm has no binary, with one readable line
 */
export async function openSvmChain(options: OpenOptions): Promise<SvmChain> {
  const { network, keys, now } = options
  const svm = await makeSvm()
  const feePayer = await createKeyPairSignerFromPrivateKeyBytes(keys.solana.feePayer.seed)
  const faucetKey = await createKeyPairSignerFromPrivateKeyBytes(keys.solana.faucet.seed)
  const asset = address(network.asset)
  const payTo = address(options.payTo)
  const journal = openJournal(options.journal)
  const node = await startSvmNode({
    svm,
    genesis: {
      mint: asset,
      feePayer: feePayer.address,
      faucet: faucetKey.address,
      // Both, so that a chain stays the same when the account that payments go to is another one.
      merchants: [address(SOLANA_MERCHANT), address(keys.solana.merchant.address)],
    },
    journal,
    now,
  }).catch((error: unknown) => {
    journal.close()
    throw error
  })

  const faucet = createSvmFaucet(node, faucetKey, asset)
  const methods = svmMethods(node, {
    genesisHash: network.id === SOLANA.id ? GENESIS_HASHES.mainnet : GENESIS_HASHES.devnet,
    airdrop: faucet.airdrop,
  })
  const rpc = (body: unknown) => answerRpc(methods, body)
  // The kit's answers come from JSON, whatever they are sent through.
  const transport = (async ({ payload }: { payload: unknown }) =>
    rpc(JSON.parse(JSON.stringify(payload)))) as RpcTransport
  const client = createSolanaRpcFromTransport(transport)

  return {
    network,
    asset,
    payTo,
    rpc,
    client,
    facilitator: toFacilitatorSvmSigner(feePayer, { [network.id]: client }),
    mint: faucet.mint,
    giveFees: async (to) => {
      const { lamports, owner } = node.account(to) ?? { lamports: 0n, owner: SYSTEM_PROGRAM }
      if (isWallet(to, owner) && lamports < FEE_GIFT_LAMPORTS / 2n)
        await faucet.airdrop(to, FEE_GIFT_LAMPORTS)
    },
    close: async () => journal.close(),
  }
}

/** False for programs, their accounts, and the addresses that the network reserves: all written in ones. */
function isWallet(address: Address, owner: Address): boolean {
  return owner === SYSTEM_PROGRAM && !/1{16}$/.test(address)
}

/**
 * Makes an SVM. Its native part is loaded directly: the package's own front would bring a second
 * copy of the Solana kit, and work on bytes is all that is asked of it.
 * @throws ChainUnavailableError where the package has no binary, as on Windows
 */
export async function makeSvm(platform: string = process.platform): Promise<LiteSvm> {
  if (platform === 'win32') throw unavailable(platform)
  try {
    const { LiteSvm: Svm } = await import('litesvm/dist/internal.js')
    return new Svm()
  } catch {
    throw unavailable(`${platform} ${process.arch}`)
  }
}

function unavailable(system: string): ChainUnavailableError {
  return new ChainUnavailableError(
    `The embedded Solana chain does not run on ${system === 'win32' ? 'Windows' : system} (litesvm has no binary for it). Use the EVM network, or start the service in WSL, Docker, Linux or macOS.`,
  )
}

function createSvmFaucet(node: SvmNode, faucet: KeyPairSigner, mint: Address) {
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
