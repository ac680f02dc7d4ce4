import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpcFromTransport,
  type Address,
  type Rpc,
  type RpcTransport,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit'
import { toFacilitatorSvmSigner, type FacilitatorSvmSigner } from '@x402/svm'

import { SOLANA, type SolanaNetwork } from '../../../../contract/wallet/networks.ts'
import type { ChainKeys } from '../chain-keys.ts'
import { openJournal } from '../journal.ts'
import { answerRpc } from '../json-rpc.ts'
import { SOLANA_MERCHANT } from '../merchants.ts'
import { makeSvm } from './load-litesvm.ts'
import { createSvmFaucet } from './svm-faucet.ts'
import { startSvmNode } from './svm-node.ts'
import { svmMethods } from './svm-rpc.ts'
import { SYSTEM_PROGRAM } from './token-accounts.ts'

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
