import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { privateKeyToAddress } from 'viem/accounts'

import { hexOfBytes } from '../../../../../contract/encoding/bytes.ts'
import { networkOf } from '../../../../../contract/wallet/networks.ts'
import type { ChainRpc } from '../../../client/wallet/wallet-reads.ts'
import { sendPracticeTransaction } from '../../practice/practice-transactions.ts'
import { rpcError } from '../../session/eip-1193.ts'
import type { EvmDriver, SolanaDriver, WalletChoice } from '../../session/wallet-session.ts'
import type { ChainWorld } from './chain-world.ts'

/** A person's own wallet in a test: it counts its prompts, and does what `onPrompt` lets it. */
export interface TestMainWallet<Driver> {
  choice: WalletChoice
  address: string
  driver: Driver
  prompts: string[]
  /** What the person does at a prompt: the result is rejected with what this rejects with. */
  onPrompt: (proceed: () => Promise<unknown>) => Promise<unknown>
}

/** An EVM wallet on the chain of a world. */
export function mainEvmWallet(world: ChainWorld): TestMainWallet<EvmDriver> {
  const key = crypto.getRandomValues(new Uint8Array(32))
  const address = privateKeyToAddress(`0x${hexOfBytes(key)}`)
  const network = networkOf(world.networks.evm.id)
  if (network?.family !== 'evm') throw new Error('No EVM network.')
  const rpc: ChainRpc = world.rpc.evm
  const main: TestMainWallet<EvmDriver> = {
    choice: { family: 'evm', id: 'org.example.wallet', name: 'Example wallet' },
    address,
    prompts: [],
    onPrompt: (proceed) => proceed(),
    driver: {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      current: () => Promise.resolve({ address, chainId: network.chainId }),
      switchTo: () => Promise.resolve(),
      signText: () => Promise.reject(rpcError(4001, 'rejected')),
      signTransfer: () => Promise.reject(rpcError(4001, 'rejected')),
      request: async (method, params) => {
        if (method !== 'eth_sendTransaction') return rpc(method, params)
        main.prompts.push(method)
        return main.onPrompt(() => sendPracticeTransaction(key.slice(), params[0], network, rpc))
      },
    },
  }
  return main
}

/** A Solana wallet. */
export function mainSolanaWallet(): TestMainWallet<SolanaDriver> {
  const keypair = Keypair.generate()
  const address = keypair.publicKey.toBase58()
  const main: TestMainWallet<SolanaDriver> = {
    choice: { family: 'solana', id: 'Example wallet', name: 'Example wallet' },
    address,
    prompts: [],
    onPrompt: (proceed) => proceed(),
    driver: {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      current: () => Promise.resolve({ address }),
      signText: () => Promise.reject(rpcError(4001, 'rejected')),
      signTransaction: async (bytes) => {
        main.prompts.push('signTransaction')
        return (await main.onPrompt(() => {
          const transaction = VersionedTransaction.deserialize(bytes)
          transaction.sign([keypair])
          return Promise.resolve(transaction.serialize())
        })) as Uint8Array
      },
    },
  }
  return main
}
