import type { Adapters } from '../app/adapters.ts'
import type { DocumentReader } from '../app/documents/document-reader.ts'
import type { Counters } from '../app/limits/counters.ts'
import type { Log } from '../app/log.ts'
import type { Storage } from '../app/storage/storage.ts'
import { createChains, type Chains } from './chains/chains.ts'
import { createDocumentProcesses } from './documents/document-processes.ts'
import { compressBytes } from './http/compress.ts'
import { createOutboundClient } from './outbound/outbound-client.ts'
import type { OutboundPolicy } from './outbound/outbound-policy.ts'
import type { InstallPart } from './part-installer.ts'
import { contractVerifier, embeddedRails } from './payments/embedded-rails.ts'
import { remoteRails, type RemoteFacilitatorOptions } from './payments/remote-rails.ts'
import { sharpCodec } from './pictures/sharp-codec.ts'

/** What Node's adapters are made of. */
export interface NodeAdapterOptions {
  storage: Storage
  counters: Counters
  log: Log
  networkIds?: 'test' | 'mainnet'
  /** Where the chains are kept; absent keeps them in memory. */
  dataDirectory?: string | undefined
  /** Whether chains may be embedded here; they may when absent. */
  hasChains?: boolean
  /** True when nothing outlives the process, so that mainnet ids may name throw-away chains. */
  isMemory?: boolean
  /** Settles payments on public chains; absent settles on the embedded ones, where those are allowed. */
  remoteFacilitator?: RemoteFacilitatorOptions | undefined
  /** Payments on the embedded chains come with signed offers and receipts. */
  signsStatements?: boolean
  /** What may be contacted; the public web when absent. Only tests have another policy. */
  outboundPolicy?: OutboundPolicy
  /** Turns files into text; processes when absent. Only tests do without. */
  readDocument?: DocumentReader
  /** Gets packages that are installed when they are first needed; absent where all are there. */
  installPart?: InstallPart | undefined
}

/** What Node brings to the service. The chains start when they are first asked; close them after it. */
export interface NodeAdapters extends Adapters {
  chains: Chains | undefined
}

/** Puts Node's adapters together. The storage and the counters stay the caller's to close. */
export function createNodeAdapters(options: NodeAdapterOptions): NodeAdapters {
  const { storage, counters, log, networkIds = 'test', dataDirectory, installPart } = options
  const { signsStatements } = options
  const isEmbedded =
    options.hasChains !== false &&
    options.remoteFacilitator === undefined &&
    (networkIds === 'test' || options.isMemory === true)
  const chains = isEmbedded
    ? createChains({ networkIds, dataDirectory, signsStatements, installPart })
    : undefined
  return {
    storage,
    counters,
    pictures: sharpCodec,
    readDocument:
      options.readDocument ?? createDocumentProcesses(undefined, undefined, installPart),
    outbound: createOutboundClient(options.outboundPolicy),
    rails: chains ? embeddedRails(chains) : remoteRails(networkIds, options.remoteFacilitator),
    chains,
    verifyContract: chains && contractVerifier(chains),
    compress: compressBytes,
    log,
  }
}
