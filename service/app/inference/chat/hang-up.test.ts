import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { serviceWithoutPort } from '../../../testing/service-without-port.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

/** What would have ended a service that is a process of its own. */
let uncaught: Error[] = []
const onUncaught = (error: Error) => void uncaught.push(error)
const ends: (() => unknown)[] = []
beforeEach(() => {
  uncaught = []
  process.on('uncaughtExceptionMonitor', onUncaught)
})
afterEach(async () => {
  process.off('uncaughtExceptionMonitor', onUncaught)
  for (const end of ends.splice(0).toReversed()) await end()
})

async function started(flags: readonly string[]): Promise<TestService> {
  const service = await startTestService({ flags })
  ends.push(() => service.stop())
  return service
}

/** Announces a long body and sends its first bytes, then hangs up as soon as `until` resolves. */
async function hangUp(
  { origin, apiKey }: TestService,
  path: string,
  contentType: string,
  until: () => Promise<unknown>,
): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    ...(apiKey === '' ? [] : [`Authorization: Bearer ${apiKey}`]),
    `Content-Type: ${contentType}`,
    'Content-Length: 1000000',
  ]
  const written = new Promise((resolve) => {
    socket.write(`${lines.join('\r\n')}\r\n\r\n{"a":`, resolve)
  })
  await Promise.all([written, until()])
  socket.destroy()
}

const isWelcome = async ({ origin }: TestService) => (await fetch(`${origin}/health`)).status

it('a relay outlives a client that hangs up in mid-upload, and ends the upload', async () => {
  let arrived: (value: unknown) => void = () => undefined
  const arrival = new Promise((resolve) => (arrived = resolve))
  let isCut: (value: unknown) => void = () => undefined
  const cut = new Promise((resolve) => (isCut = resolve))
  const other = createServer((request) => {
    request.once('data', arrived)
    request.once('error', isCut)
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  ends.push(() => other.close())
  const { port } = other.address() as AddressInfo
  const service = await started(['--relay', `http://127.0.0.1:${port}/v1`])
  await hangUp(service, '/api/v1/chat/completions', 'application/json', () => arrival)
  await cut
  await expect.poll(() => service.log.at(-1)).toContain('"status":499')
  expect([uncaught, await isWelcome(service)]).toEqual([[], 200])
})

it('a relay outlives another service that answers before the upload has ended, and hangs up', async () => {
  const other = createServer((_request, response) => {
    response.writeHead(413, { Connection: 'close' }).end('too long', () => {
      response.socket?.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  ends.push(() => other.close())
  const { port } = other.address() as AddressInfo
  const service = await started(['--relay', `http://127.0.0.1:${port}/v1`])
  await hangUp(service, '/api/v1/image/edit', 'application/json', async () => {
    await expect.poll(() => service.log.at(-1)).toContain('/api/v1/image/edit')
  })
  await expect.poll(() => isWelcome(service)).toBe(200)
  expect(uncaught).toEqual([])
})

it('a service outlives clients that hang up in mid-upload, on every route', async () => {
  const listed = serviceWithoutPort()
  const paths = new Set(
    listed.routes.flatMap(({ method, path }) =>
      method === 'POST' && !path.includes('*') ? [path.replaceAll(/:\w+/g, 'x')] : [],
    ),
  )
  await listed.close()
  expect(paths.size).toBeGreaterThan(5)
  const service = await started([])
  const types = ['application/json', 'multipart/form-data; boundary=b']
  for (const path of paths)
    for (const type of types) await hangUp(service, path, type, () => Promise.resolve())
  await expect
    .poll(() => service.log.filter((line) => line.includes('"method":"POST"')).length)
    .toBe(paths.size * types.length)
  expect([uncaught, await isWelcome(service)]).toEqual([[], 200])
  expect(service.log.filter((line) => line.includes('unexpected error'))).toEqual([])
})

it('ends an answer whose client is gone before it begins, whenever that was', async () => {
  const service = await startTestService()
  const { port } = new URL(service.origin)
  const body = JSON.stringify({
    model: 'default',
    stream: true,
    messages: [{ role: 'user', content: '/tokens 4000 /rate 20' }],
  })
  for (let turns = 0; turns < 60; turns += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      [
        'POST /api/v1/chat/completions HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${service.apiKey}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    socket.destroy()
  }
  // An answer that never ended would keep the service from stopping.
  await expect(service.stop(0)).resolves.toBeUndefined()
})
