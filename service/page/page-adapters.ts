import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../contract/wallet/networks.ts'
import type { Adapters } from '../app/adapters.ts'
import type { PictureCodec } from '../app/images/picture-codec.ts'
import { createLocalCounters } from '../app/limits/counters.ts'
import type { Log } from '../app/log.ts'
import { createMemoryStorage } from '../app/storage/memory-storage.ts'
import { readText } from './read-text.ts'

/** What a page brings to the service. It lasts as long as the page, and contacts nothing. */
export function createPageAdapters(pictures: PictureCodec, log: Log): Adapters {
  return {
    storage: createMemoryStorage(),
    counters: createLocalCounters(),
    pictures,
    readDocument: readText,
    outbound: {
      get: async () => ({
        ok: false,
        message:
          'Practice mode contacts no other server. Start the local service with npm start for that.',
      }),
    },
    rails: { evm: BASE_SEPOLIA, solana: SOLANA_DEVNET, rails: [] },
    chains: undefined,
    verifyContract: undefined,
    compress: undefined,
    log,
  }
}
