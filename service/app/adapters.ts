import type { ApiKeyStore } from './auth/api-keys.ts'
import type { SignInNonces } from './auth/discovery.ts'
import type { ContractVerifier } from './auth/sign-in/verify-sign-in.ts'
import type { Compress } from './http/encoding.ts'
import type { PictureCodec } from './images/picture-codec.ts'
import type { DocumentReader } from './inference/documents/document-reader.ts'
import type { OutboundClient } from './inference/inputs/input-sources.ts'
import type { Counters } from './limits/counters.ts'
import type { Log } from './log.ts'
import type { EmbeddedChains } from './money/chains/chains.ts'
import type { Ledger } from './money/ledger.ts'
import type { PaymentRails } from './money/payments/payment-rails.ts'
import type { PaymentStore } from './money/payments/payment-store.ts'

/**
 * All that the service needs and web standards do not give: what a place to run it in has to bring.
 * Everything else it takes from the platform by its standard name: requests and streams, timers, the
 * clock, random bytes, hashes. What is opened for it is closed by whoever opened it. Every storage,
 * counter store, picture codec, document reader, outbound client and set of chains passes the tests of its kind in
 * `testing/adapters/`.
 */
export interface Adapters {
  /** Balances, keys, nonces and payments, for as long as they are to last. */
  storage: Storage
  /** Rates, failures and leases, of this process or of several together. */
  counters: Counters
  /** Reads, edits and draws pictures. */
  pictures: PictureCodec
  /** Turns files into text, within bounds of time and memory. */
  readDocument: DocumentReader
  /** Fetches the URLs that clients choose, and none that they must not reach. */
  outbound: OutboundClient
  /** The chains that payments are taken on, and who carries them out there. */
  rails: PaymentRails
  /** Chains that run inside the service, with a faucet; absent where there are none. */
  chains: EmbeddedChains | undefined
  /** Checks signatures of contract wallets; absent accepts ordinary accounts only. */
  verifyContract: ContractVerifier | undefined
  /** Compresses answers; absent where they never leave the computer's memory. */
  compress: Compress | undefined
  log: Log
}

/**
 * What lasts: credits, keys, used nonces and payments. All of it is one store, so that a payment and
 * the credit for it are kept together or not at all. Rejects with StorageUnavailable while it cannot
 * be reached.
 */
export interface Storage {
  ledger: Ledger
  keys: ApiKeyStore
  nonces: SignInNonces
  payments: PaymentStore
  /** Whether it answers. Never rejects. */
  isReachable(): Promise<boolean>
}
