import { addressOf, newKeyPair } from '../../../contract/e2ee/secp256k1.ts'
import { bytesOfHex } from '../../../contract/encoding/bytes.ts'
import { BASE, BASE_SEPOLIA, SOLANA, SOLANA_DEVNET } from '../../../contract/wallet/networks.ts'
import { errorMessage } from '../../app/errors.ts'
import { ChainUnavailableError, type EmbeddedChains } from '../../app/money/chains/chains.ts'
import type { SignStatement } from '../../app/money/payments/payment-rails.ts'
import type { InstallPart } from '../part-installer.ts'
import {
  EVM_MERCHANT,
  evmStatements,
  readOrMakeChainKeys,
  SOLANA_MERCHANT,
  solanaStatements,
} from './chain-keys.ts'
import type { EvmChain } from './evm/evm-chain.ts'
import { journalPath } from './journal.ts'
import type { SvmChain } from './svm/svm-chain.ts'

/** Which networks to embed, and where they last. */
export interface ChainsOptions {
  networkIds: 'test' | 'mainnet'
  /** Where journals and keys are kept; absent keeps everything in memory. */
  dataDirectory?: string | undefined
  /** The time, ms since the epoch; tests set it. */
  now?: () => number
  /** Payments go to accounts whose keys are there, so that what was paid can be signed; else nobody has their keys. */
  signsStatements?: boolean | undefined
  /** Gets the packages of the chains; absent where they are there. */
  installPart?: InstallPart | undefined
}

/** The embedded chains, with what only Node does with them. */
export interface Chains extends EmbeddedChains {
  /** @throws JournalError when the kept chain cannot be read, or ChainUnavailableError; one readable line each */
  evm(): Promise<EvmChain>
  /** @throws JournalError, or ChainUnavailableError where litesvm has no binary; one readable line each */
  svm(): Promise<SvmChain>
  /** What signs with the keys of the accounts that payments go to; absent where nobody has those. */
  readonly statements: { readonly evm: SignStatement; readonly solana: SignStatement } | undefined
  close(): Promise<void>
}

/** The chains of a set of network ids. Starts nothing; makes the keys of a data directory once. */
export function createChains({
  networkIds,
  dataDirectory,
  now,
  signsStatements = false,
  installPart,
}: ChainsOptions): Chains {
  const test = networkIds === 'test'
  const evmNetwork = test ? BASE_SEPOLIA : BASE
  const solanaNetwork = test ? SOLANA_DEVNET : SOLANA
  const keys = readOrMakeChainKeys(dataDirectory)
  const clock = now ?? Date.now
  const evmMerchant = signsStatements
    ? addressOf(newKeyPair(bytesOfHex(keys.evm.merchant.slice(2))).publicKey)
    : EVM_MERCHANT
  const solanaMerchant = signsStatements ? keys.solana.merchant.address : SOLANA_MERCHANT

  const install = async () => {
    await installPart?.('chains').catch((cause: unknown) => {
      throw new ChainUnavailableError(errorMessage(cause), { cause })
    })
  }

  const evm = startedOnce(async () => {
    await install()
    const { openEvmChain } = await import('./evm/evm-chain.ts')
    return openEvmChain({
      network: evmNetwork,
      keys,
      payTo: evmMerchant,
      journal: journalPath(dataDirectory, `evm-${evmNetwork.chainId}`),
      now: clock,
    })
  })
  const svm = startedOnce(async () => {
    await install()
    const { openSvmChain } = await import('./svm/svm-chain.ts')
    return openSvmChain({
      network: solanaNetwork,
      keys,
      payTo: solanaMerchant,
      journal: journalPath(dataDirectory, solanaNetwork.shortName),
      now: clock,
    })
  })
  return {
    rails: {
      evm: { network: evmNetwork, asset: evmNetwork.asset, payTo: evmMerchant },
      solana: {
        network: solanaNetwork,
        asset: solanaNetwork.asset,
        payTo: solanaMerchant,
        feePayer: keys.solana.feePayer.address,
      },
    },
    evm: evm.get,
    svm: svm.get,
    statements: signsStatements
      ? { evm: evmStatements(keys.evm.merchant), solana: solanaStatements(keys.solana.merchant) }
      : undefined,
    close: async () => {
      await Promise.all([evm.close(), svm.close()])
    },
  }
}

function startedOnce<Chain extends { close(): Promise<void> }>(start: () => Promise<Chain>) {
  let running: Promise<Chain> | undefined
  return {
    get: (): Promise<Chain> => {
      running ??= start().catch((error: unknown) => {
        running = undefined
        throw error
      })
      return running
    },
    close: async (): Promise<void> => {
      const ended = running
      running = undefined
      await ended?.then(
        (chain) => chain.close(),
        () => undefined,
      )
    },
  }
}
