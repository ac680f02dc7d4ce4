import { given } from '../../contract/json.ts'
import { latin1 } from '../../contract/media/file-type.ts'
import {
  type PortCommand,
  type PortReply,
  type PortRequest,
  PRACTICE_KEY,
  PRACTICE_ORIGIN,
} from '../../contract/practice/practice-api.ts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../contract/wallet/networks.ts'
import type { Adapters } from '../app/adapters.ts'
import { errorMessage } from '../app/errors.ts'
import type { Connection } from '../app/http/app-environment.ts'
import type { PictureCodec } from '../app/images/picture-codec.ts'
import { DocumentError, type DocumentReader } from '../app/inference/documents/document-reader.ts'
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

/** Answers one request of the page on its port. Never rejects: what goes wrong is said on the port. */
export async function servePort(
  service: Pick<Service, 'fetch'>,
  { method, url, headers, body }: PortRequest,
  port: MessagePort,
): Promise<void> {
  const gone = new AbortController()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isClosed = false
  const onClose = new Set<() => void>()
  const close = () => {
    isClosed = true
    for (const run of onClose) run()
    onClose.clear()
    port.close()
  }
  const reply = (message: PortReply, transfer: Transferable[] = []) => {
    if (!isClosed) port.postMessage(message, transfer)
  }
  const breakOff = (message: string) => {
    reply({ type: 'error', message })
    close()
  }
  const sendChunk = async () => {
    if (reader === undefined || isClosed) return
    try {
      const { done, value } = await reader.read()
      if (done) {
        reply({ type: 'end' })
        return close()
      }
      // A copy, as a chunk may be part of a buffer that others still need.
      const bytes = new Uint8Array(value)
      reply({ type: 'chunk', bytes }, [bytes.buffer])
    } catch (error) {
      breakOff(errorMessage(error))
    }
  }

  port.onmessage = ({ data: command }: MessageEvent<PortCommand>) => {
    if (command === 'pull') return void sendChunk()
    gone.abort(new Error('The page aborted the request.'))
    void reader?.cancel(gone.signal.reason).catch(() => undefined)
    close()
  }

  const connection: Connection = {
    remoteAddress: undefined,
    headerCount: headers.length,
    body: 'complete',
    onBodyEnd: (run) => run(),
    onBodyClose: (run) => run(),
    onClose: (run) => {
      if (isClosed) run()
      else onClose.add(run)
    },
    // What was written has left: the next chunk is only made when the one before it was asked for.
    drop: async () => breakOff('The service dropped the connection.'),
  }
  try {
    const request = new Request(url, { method, headers, signal: gone.signal, ...given({ body }) })
    const response = await service.fetch(request, connection)
    if (isClosed) return void response.body?.cancel().catch(() => undefined)
    reader = response.body?.getReader()
    const { status, statusText } = response
    // What a server on a network adds to every response.
    if (!response.headers.has('date')) response.headers.set('date', new Date().toUTCString())
    const hasBody = reader !== undefined
    reply({ type: 'head', status, statusText, headers: [...response.headers], hasBody })
    if (!hasBody) close()
  } catch (error) {
    breakOff(errorMessage(error))
  }
}
