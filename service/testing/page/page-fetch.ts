import { type PortRequest, PRACTICE_ORIGIN } from '../../../contract/practice/practice-api.ts'
import { createPortFetch } from '../../../src/core/practice/port-fetch.ts'
import type { Log } from '../../app/log.ts'
import { sharpCodec } from '../../node/node-adapters.ts'
import { createPageService, type PageServiceOptions, servePort } from '../../page/page-service.ts'

/** Whether this run proves the service in the page instead of the one on Node (vitest.config.ts). */
export const IN_PAGE = process.env['SERVICE_PLATFORM'] === 'page'

/** The service as a page has it, behind its message port, without a page: sharp stands for its canvas (e2e/shell/practice.spec.ts). */
export async function servicePage(log: Log, options: PageServiceOptions) {
  const service = await createPageService(sharpCodec, log, options)
  const ends: MessagePort[] = []
  const portFetch = createPortFetch(() => {
    const { port1, port2 } = new MessageChannel()
    ends.push(port1, port2)
    port2.onmessage = ({ data, ports: [port] }: MessageEvent<PortRequest>) => {
      if (port !== undefined) void servePort(service, data, port)
    }
    return port1
  })
  return {
    service,
    /** Sends a request; `path` from the root of the origin. */
    request: (path: string, init?: RequestInit) => portFetch(`${PRACTICE_ORIGIN}${path}`, init),
    close: async (graceMs: number) => {
      await service.close(graceMs)
      for (const end of ends) end.close()
    },
  }
}
