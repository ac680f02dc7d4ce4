import { once } from 'node:events'
import { type ClientRequest, request as open } from 'node:http'
import { connect, type Socket } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { MAX_JSON_BODY_BYTES, MAX_MESSAGES } from '../../contract/limits/sizes.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
/** One that does not wait for bodies for long. */
let hasty: TestService
beforeAll(async () => {
  service = await startTestService()
  hasty = await startTestService({ times: { bodyDeadlineMs: 50 } })
})
afterAll(async () => {
  await service.stop()
  await hasty.stop()
})

const authorized = () => ({
  Authorization: `Bearer ${service.apiKey}`,
  'Content-Type': 'application/json',
})

/** A connection of its own, on which a test writes what it likes. */
async function dial(
  to = service,
): Promise<{ socket: Socket; received: () => string; closed: Promise<void> }> {
  const { hostname, port } = new URL(to.origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => (received += data.toString('latin1')))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return { socket, received: () => received, closed }
}

const host = () => new URL(service.origin).host

describe('a request that says where it goes in two ways', () => {
  it('behavior: is refused when its target names another host than ours', async () => {
    const { socket, received, closed } = await dial()
    socket.write(
      `GET http://evil.example/config.json HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`,
    )
    await closed
    expect(received()).toMatch(/^HTTP\/1\.1 421 /)
    expect(received()).not.toContain('evil.example')
  })

  it.each(['evil-127.0.0.1', '1.2.3.4.5'])(
    'behavior: is refused under %s, a host name that no URL can have',
    async (name) => {
      const { socket, received, closed } = await dial()
      socket.write(
        `POST /api/v1/chat/completions HTTP/1.1\r\nHost: ${name}:${new URL(service.origin).port}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      )
      await closed
      expect(received()).toMatch(/^HTTP\/1\.1 421 /)
    },
  )

  it('behavior: is answered when its target names us', async () => {
    const { socket, received, closed } = await dial()
    socket.write(
      `GET ${service.origin}/config.json HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`,
    )
    await closed
    expect(received()).toMatch(/^HTTP\/1\.1 200 /)
    expect(received()).toContain(`"baseUrl":"${service.baseUrl}"`)
  })
})

describe('headers', () => {
  const padding = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-padding-${index}`, '1']))

  it('behavior: are all read or the request is refused: an Origin after a hundred others is 431', async () => {
    const { status } = await rawRequest(`${service.baseUrl}/models`, {
      headers: { Host: host(), ...padding(120), Origin: 'https://evil.example' },
    })
    expect(status).toBe(431)
    const few = await rawRequest(`${service.baseUrl}/models`, {
      headers: { Host: host(), ...padding(90), Origin: 'https://evil.example' },
    })
    expect(few.status).toBe(403)
  })

  it('behavior: that never end are given up at their deadline', async () => {
    const strict = await startTestService({ times: { headersDeadlineMs: 50 } })
    const { socket, received, closed } = await dial(strict)
    socket.write('GET /api/v1/models HTTP/1.1\r\nHost: ')
    await closed
    expect(received()).toMatch(/^HTTP\/1\.1 408 /)
    await strict.stop()
  })
})

describe('a body that does not arrive', () => {
  const unfinished = (path: string, headers: Record<string, string> = {}): ClientRequest => {
    const request = open(`${hasty.origin}${path}`, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json', 'Content-Length': '1000', ...headers },
    })
    request.on('error', () => undefined)
    request.write('{"jsonrpc":')
    return request
  }
  const statusOf = async (request: ClientRequest): Promise<number> => {
    const [response] = await once(request, 'response')
    response.resume()
    return response.statusCode
  }

  it.each(['/local/rpc/evm', '/local/rpc/solana', '/local/faucet'])(
    'behavior: is given up at its deadline where no key is asked for: %s',
    async (path) => {
      expect(await statusOf(unfinished(path))).toBe(408)
    },
  )

  it('behavior: hundreds of them keep nobody else from an answer', async () => {
    const slow = Array.from({ length: 300 }, () => unfinished('/local/rpc/evm'))
    await Promise.all(slow.map(statusOf)).then((statuses) => {
      expect(new Set(statuses)).toEqual(new Set([408, 503]))
    })
    const { status } = await rawRequest(`${hasty.baseUrl}/models`)
    expect(status).toBe(200)
    for (const request of slow) request.destroy()
  })

  it('behavior: a body that has arrived is read however many others have not', async () => {
    const slow = Array.from({ length: 200 }, () => unfinished('/local/rpc/evm'))
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
    const { status } = await rawRequest(`${hasty.origin}/local/rpc/evm`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
      body,
    })
    expect(status).toBe(200)
    for (const request of slow) request.destroy()
  })
})

it('says how long a connection is kept, which is longer than common clients do', async () => {
  const { headers } = await fetch(`${service.origin}/config.json`)
  expect(headers.get('keep-alive')).toBe('timeout=75')
})

describe('a body that is refused while it is being sent', () => {
  /** Writes all of a body before it reads a byte, and asks for the connection to be closed. */
  async function writeThenRead(head: string, size: number): Promise<string> {
    const { socket, received, closed } = await dial()
    socket.pause()
    socket.write(head.replaceAll('\n', '\r\n'))
    const block = Buffer.alloc(1_000_000, 'a')
    for (let sent = 0; sent < size; sent += block.length)
      if (!socket.write(block)) await Promise.race([once(socket, 'drain'), closed])
    socket.resume()
    await closed
    return received()
  }

  const cases: [string, number, () => string][] = [
    [
      'JSON above the limit',
      413,
      () =>
        `POST /api/v1/chat/completions HTTP/1.1\nHost: ${host()}\nConnection: close\nAuthorization: Bearer ${service.apiKey}\nContent-Type: application/json\nContent-Length: 41000000\n\n`,
    ],
    [
      'a form above the limit',
      413,
      () =>
        `POST /api/v1/image/edit HTTP/1.1\nHost: ${host()}\nConnection: close\nAuthorization: Bearer ${service.apiKey}\nContent-Type: multipart/form-data; boundary=x\nContent-Length: 41000000\n\n`,
    ],
    [
      'anything with a key that is not known',
      401,
      () =>
        `POST /api/v1/chat/completions HTTP/1.1\nHost: ${host()}\nConnection: close\nAuthorization: Bearer wrong\nContent-Type: application/json\nContent-Length: 41000000\n\n`,
    ],
  ]

  it.each(cases)('behavior: leaves the client with the answer: %s', async (_what, status, head) => {
    for (let run = 0; run < 5; run += 1)
      expect(await writeThenRead(head(), 41_000_000)).toMatch(
        new RegExp(`^HTTP/1\\.1 (?:100 Continue\\r\\n\\r\\nHTTP/1\\.1 )?${status} `),
      )
  })
})

describe('a body of very many small things', () => {
  const bombs: [string, () => string][] = [
    ['empty messages', () => `{"model":"sandbox-chat","messages":[${'{},'.repeat(9_999_999)}{}]}`],
    [
      'keys',
      () =>
        `{"model":"sandbox-chat",${Array.from({ length: 1_500_000 }, (_, index) => `"key ${index}":1`).join(',')}}`,
    ],
    ['levels', () => '['.repeat(5_000_000)],
  ]

  it.each(bombs)(
    'behavior: is refused by its limit, and others are answered meanwhile: %s',
    async (_what, make) => {
      const body = Buffer.from(make())
      let isOver = false
      const refused = rawRequest(`${service.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { ...authorized(), 'Content-Length': String(body.length) },
        body,
      }).finally(() => (isOver = true))
      const meanwhile = await rawRequest(`${service.baseUrl}/models`)
      expect(meanwhile.status).toBe(200)
      expect(isOver).toBe(false)
      const { status, body: answer } = await refused
      expect(status).toBe(400)
      expect(answer.toString()).toMatch(/at most [\d,]+ (?:levels|keys|objects and arrays|values)/)
    },
  )

  it('behavior: more messages than are read is one fault, found before any is validated', async () => {
    const response = await service.call('/chat/completions', {
      model: 'sandbox-chat',
      messages: Array(MAX_MESSAGES + 1).fill({}),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      issues: [{ path: ['messages'], code: 'too_big', message: expect.stringContaining('5,000') }],
    })
  })

  it('behavior: one long text of almost the limit is read', async () => {
    const text = 'x'.repeat(MAX_JSON_BODY_BYTES - 200)
    const response = await service.chat(text)
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('context_length_exceeded'),
    ])
  })
})
