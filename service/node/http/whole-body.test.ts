import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { takeWholeBody } from './whole-body.ts'

const taken: boolean[] = []
const ended: Promise<unknown>[] = []
const respond = getRequestListener(async (request) => new Response(`<${await request.text()}>`))
const server = createServer((incoming, response) => {
  // A turn later, as the service does.
  void Promise.resolve().then(() => {
    ended.push(once(incoming, 'end'))
    takeWholeBody(incoming)
    taken.push(hasBody(incoming))
    return respond(incoming, response)
  })
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

function hasBody(incoming: IncomingMessage): boolean {
  return 'rawBody' in incoming
}

/** Sends parts on one connection, each after what came back has all of these in it. */
async function send(...parts: { text: string; after: string }[]): Promise<string> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  let received = ''
  socket.on('data', (data) => (received += data.toString('latin1')))
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  for (const { text, after } of parts) {
    await expect.poll(() => received).toContain(after)
    socket.write(text)
  }
  await closed
  return received
}

const head = (length: number, more = '') =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${more}\r\n`
const CLOSE = 'Connection: close\r\n'

it('a body that comes with its headers is read at once, also when more requests follow', async () => {
  taken.length = 0
  const received = await send(
    { text: `${head(5)}first`, after: '' },
    { text: `${head(6)}second${head(5, CLOSE)}third`, after: '<first>' },
  )
  expect(received.match(/<\w+>/g)).toEqual(['<first>', '<second>', '<third>'])
  expect(taken[0]).toBe(true)
  await Promise.all(ended)
})

it('a body that comes later, in parts or with no length is read as it comes', async () => {
  taken.length = 0
  const inParts = await send(
    { text: head(10, `Expect: 100-continue\r\n${CLOSE}`), after: '' },
    { text: 'later', after: '100 Continue' },
    { text: ' on  ', after: '100 Continue' },
  )
  expect(inParts).toContain('<later on  >')
  const chunked = await send({
    text: `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${CLOSE}\r\n3\r\nabc\r\n0\r\n\r\n`,
    after: '',
  })
  expect(chunked).toContain('<abc>')
  const long = 'x'.repeat(40_000)
  expect(await send({ text: `${head(long.length, CLOSE)}${long}`, after: '' })).toContain(long)
  expect(taken).toEqual([false, false, false])
  await Promise.all(ended)
})
