import type { PortRequest } from '../../contract/practice/practice-api.ts'
import type { PictureCodec } from '../app/images/picture-codec.ts'
import { onDemand } from '../app/timing.ts'
import { createPageService, servePort } from './page-service.ts'

/** A first response waits for no code of pictures. */
const codec = onDemand(async () => (await import('./pictures/browser-codec.ts')).browserCodec)
const pictures: PictureCodec = {
  readHeader: async (...given) => (await codec()).readHeader(...given),
  sample: async (...given) => (await codec()).sample(...given),
  edit: async (...given) => (await codec()).edit(...given),
  draw: async (...given) => (await codec()).draw(...given),
}

/** The service of the page, in a worker of its own: it answers what the page posts, each on its port. */
const service = createPageService(pictures, (level, event, details) => {
  // Failures that were asked for are no news; what nobody expected is.
  // oxlint-disable-next-line no-console -- the console is the log of a page
  if (level === 'error' && event !== 'request') console.error(event, details)
})

globalThis.addEventListener('message', ({ data, ports: [port] }: MessageEvent<PortRequest>) => {
  if (port !== undefined) void service.then((ready) => servePort(ready, data, port))
})
