import { latin1 } from '../../contract/media/file-type.ts'
import { PRACTICE_KEY, PRACTICE_ORIGIN } from '../../contract/practice/practice-api.ts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../contract/wallet/networks.ts'
import type { Adapters } from '../app/adapters.ts'
import type { PictureCodec } from '../app/images/picture-codec.ts'
import { DocumentError } from '../app/inference/documents/document-error.ts'
import type { DocumentReader } from '../app/inference/documents/document-reader.ts'
import { plainText } from '../app/inference/documents/plain-text.ts'
import { createLocalCounters } from '../app/limits/counters.ts'
import type { Log } from '../app/log.ts'
import { createMemoryStorage } from '../app/memory-storage.ts'
import { createService, type Service, type ServiceOptions } from '../app/service.ts'

/** What tests may choose. */
export type PageServiceOptions = Omit<ServiceOptions, 'host' | 'port' | 'pageKey' | 'publicOrigin'>

/** Builds the service for a page, ready to answer. */
export async function createPageService(
  pictures: PictureCodec,
  log: Log,
  options: PageServiceOptions = {},
): Promise<Service> {
  const { hostname } = new URL(PRACTICE_ORIGIN)
  const service = createService(createPageAdapters(pictures, log), {
    ...options,
    host: hostname,
    port: 443,
    publicOrigin: PRACTICE_ORIGIN,
    pageKey: PRACTICE_KEY,
  })
  await service.prepare()
  return service
}

/** What a page brings to the service. It lasts as long as the page, and contacts nothing. */
function createPageAdapters(pictures: PictureCodec, log: Log): Adapters {
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

/** How ZIP archives (DOCX, XLSX, PPTX, EPUB) and legacy Office files begin. */
const PACKAGES = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0']

/** Reads files that are text already; the parsers of all others are in the local service. */
const readText: DocumentReader = async (source) => {
  const start = latin1(source.bytes, 0, 1024)
  if (start.includes('%PDF-') || PACKAGES.some((mark) => start.startsWith(mark)))
    return {
      ok: false,
      message: "Practice mode can't parse it. Start the local service with npm start for that.",
    }
  try {
    return { ok: true, value: plainText(source) }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { ok: false, message: error.message }
  }
}
