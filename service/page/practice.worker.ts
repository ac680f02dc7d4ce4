import type { PortRequest } from '../../contract/practice/port-messages.ts'
import { createPageService } from './page-service.ts'
import { offscreenCanvas } from './pictures/offscreen-canvas.ts'
import { createPageCodec } from './pictures/page-codec.ts'
import { servePort } from './serve-port.ts'

/** The service of the page, in a worker of its own: it answers what the page posts, each on its port. */
const service = createPageService(createPageCodec(offscreenCanvas), (level, event, details) => {
  // Failures that were asked for are no news; what nobody expected is.
  // oxlint-disable-next-line no-console -- the console is the log of a page
  if (level === 'error' && event !== 'request') console.error(event, details)
})

globalThis.addEventListener('message', ({ data, ports: [port] }: MessageEvent<PortRequest>) => {
  if (port !== undefined) void service.then((ready) => servePort(ready, data, port))
})
