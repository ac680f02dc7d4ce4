import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { OutboundResult } from '../../app/inference/inputs/input-sources.ts'
import { outboundTests } from '../../testing/adapters/outbound-tests.ts'
import { createOutboundClient } from './outbound-client.ts'
import { PUBLIC_POLICY, type OutboundPolicy } from './outbound-policy.ts'

const PUBLIC = '93.184.216.34'
const PUBLIC_6 = '2606:2800:220:1:248:1893:25c8:1946'

let stage: HttpServer
let stagePort = 0
let seen: { url: string; headers: NodeJS.Dict<string | string[]> }[] = []
const oracles: Server[] = []
let oraclePort = 0
let connections = 0
let hasIpv6 = true

beforeAll(async () => {
  stage = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers })
    const url = new URL(request.url ?? '/', 'http://stage.example')
    const to = url.searchParams.get('to')
    const size = Number(url.searchParams.get('size') ?? 0)
    const path = url.pathname
    if (to !== null) {
      response.writeHead(Number(url.searchParams.get('status') ?? 302), {
        Location: to,
        'Set-Cookie': 'a=b; Path=/',
      })
      response.end()
    } else if (path === '/gzip') {
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(size, 'a')))
    } else if (path === '/plain') {
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      response.end(Buffer.alloc(size, 'a'))
    } else if (path === '/bad-gzip') {
      response.writeHead(200, { 'Content-Encoding': 'gzip' })
      response.end('not gzip')
    } else if (path === '/brotli') {
      response.writeHead(200, { 'Content-Encoding': 'br' })
      response.end('x')
    } else if (path === '/silent') {
      response.writeHead(200)
      response.write('x')
    } else if (path === '/missing') {
      response.writeHead(404)
      response.end()
    } else {
      response.writeHead(200, { 'Content-Type': 'Text/HTML; charset="ISO-8859-1"' })
      response.end('hello')
    }
  }).listen(0, '127.0.0.1')
  await once(stage, 'listening')
  stagePort = (stage.address() as AddressInfo).port

  await listen('127.0.0.1', 0)
  const [oracle] = oracles
  if (oracle === undefined) throw new Error('Cannot listen on 127.0.0.1')
  oraclePort = (oracle.address() as AddressInfo).port
  hasIpv6 = (await listen('::1', oraclePort)) !== undefined
})
afterAll(() => {
  stage.closeAllConnections()
  stage.close()
  for (const oracle of oracles) oracle.close()
})
beforeEach(() => {
  connections = 0
  seen = []
})

async function listen(host: string, port: number): Promise<Server | undefined> {
  const server = createTcpServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  oracles.push(server)
  return server
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
  'loop.example': ['127.0.0.1'],
  'mixed.example': [PUBLIC, '127.0.0.1'],
  'mixed6.example': [PUBLIC, '::1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nowhere.example': [],
  'two.example': [PUBLIC_6, PUBLIC],
}

/** The product's own rules for addresses; the stage stands for the two public ones. */
const policy: OutboundPolicy = {
  ...PUBLIC_POLICY,
  allowsPort: () => true,
  resolve: async (host) => NAMES[host] ?? [PUBLIC],
  connectTo: (endpoint) =>
    endpoint.address === PUBLIC || endpoint.address === PUBLIC_6
      ? { address: '127.0.0.1', port: stagePort }
      : endpoint,
}
const client = createOutboundClient(policy, 60_000)

outboundTests('the guarded client', (port) =>
  createOutboundClient(
    {
      ...policy,
      resolve: async (host) => (host === 'public.example' ? [PUBLIC] : (NAMES[host] ?? [])),
      connectTo: (endpoint) =>
        endpoint.address === PUBLIC ? { address: '127.0.0.1', port } : endpoint,
    },
    60_000,
  ),
)

function messageOf(result: OutboundResult): string {
  return result.ok ? 'fetched' : result.message
}

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7F.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '0x0',
  '00000000',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ip6-localhost',
  'loop.example',
  'mixed.example',
  'mixed6.example',
  'metadata.example',
  'mapped.example',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:c0a8:101::1]',
  '[2001:0:7f00:1::]',
  '[2001::80ff:fffe]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[3fff::1]',
  '[2001:db8::1]',
  '[100::1]',
  '169.254.169.254',
  '169.254.170.2',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
] as const

describe('an address that is not public', () => {
  it(`is refused in each of ${HOSTS.length} spellings, and nothing is contacted`, async () => {
    const results = await Promise.all(
      HOSTS.map(
        async (host) => [host, await client.get(`http://${host}:${oraclePort}/x`)] as const,
      ),
    )
    expect(results.filter(([, { ok }]) => ok)).toEqual([])
    for (const [host, result] of results)
      expect([host, messageOf(result)]).toEqual([
        host,
        expect.stringMatching(/not on the public internet|not a web URL/),
      ])
    expect(connections).toBe(0)
  })

  it.each([1, 2, 3])('is refused at the end of %d redirects', async (hops) => {
    const results = await Promise.all(
      HOSTS.map((host) => {
        // A header is ASCII; the host is decoded from percent signs before it is validated.
        let url = `http://${host.replaceAll(/[^!-~]/g, encodeURIComponent)}:${oraclePort}/x`
        for (let hop = 0; hop < hops; hop += 1)
          url = `http://hop${hop}.example/?to=${encodeURIComponent(url)}&status=${[301, 302, 303, 307, 308][hop + (host.length % 3)]}`
        return client.get(url)
      }),
    )
    for (const result of results)
      expect(messageOf(result)).toMatch(
        /After a redirect: .*not (?:on the public internet|a web URL)|invalid URL/,
      )
    expect(connections).toBe(0)
  })

  it('is refused when it follows from a relative or protocol-relative redirect', async () => {
    const results = await Promise.all(
      [`//127.0.0.1:${oraclePort}/`, `\\\\127.0.0.1:${oraclePort}\\`, `//[::1]:${oraclePort}`].map(
        (to) => client.get(`http://a.example/?to=${encodeURIComponent(to)}`),
      ),
    )
    for (const result of results) expect(messageOf(result)).toContain('not on the public internet')
    expect(connections).toBe(0)
  })

  it('is not reached by a name that changes its address after the check', async () => {
    let asked = 0
    const rebinding = createOutboundClient({
      ...policy,
      resolve: async () => {
        asked += 1
        return asked === 1 ? [PUBLIC] : ['127.0.0.1']
      },
    })
    expect(messageOf(await rebinding.get(`http://rebind.example:${oraclePort}/`))).toBe('fetched')
    expect(asked).toBe(1)
    const second = await rebinding.get(`http://rebind.example:${oraclePort}/`)
    expect(messageOf(second)).toContain('not on the public internet')
    expect(connections).toBe(0)
  })

  it('is one that the listeners of this test would have noticed', async () => {
    const open = createOutboundClient({ ...policy, allowsAddress: () => true })
    await open.get(`http://127.0.0.1:${oraclePort}/`)
    if (hasIpv6) await open.get(`http://[::1]:${oraclePort}/`)
    expect(connections).toBe(hasIpv6 ? 2 : 1)
  })
})

describe('what is not fetched', () => {
  it.each([
    ['ftp://a.example/', 'scheme is ftp:'],
    ['file:///etc/passwd', 'scheme is file:'],
    ['gopher://a.example:80/', 'scheme is gopher:'],
    ['data:text/plain,x', 'scheme is data:'],
    ['javascript:alert(1)', 'scheme is javascript:'],
    ['http://user@a.example/', 'user name or password'],
    ['http://user:word@a.example/', 'user name or password'],
    ['http://a.example@127.0.0.1/', 'user name or password'],
    ['http://', 'not a web URL'],
    ['//a.example/', 'not a web URL'],
    ['http://[fe80::1%25eth0]/', 'not a web URL'],
    ['http://256.256.256.256/', 'not a web URL'],
    ['http://nowhere.example/', 'nowhere.example was not found'],
    ['http://a.example/missing', 'status 404'],
    ['http://a.example/brotli', 'not with gzip'],
    ['http://a.example/bad-gzip', 'invalid gzip'],
    ['http://a.example/?to=http%3A%2F%2F', 'an invalid URL'],
    ['http://a.example/?to=file%3A%2F%2F%2Fetc%2Fpasswd', 'After a redirect: Its scheme is file:'],
  ])('%s', async (address, words) => {
    expect(messageOf(await client.get(address))).toContain(words)
  })

  it.each([22, 25, 8080, 6379, 444, 65_535])('port %d', async (port) => {
    const usual = createOutboundClient({
      ...policy,
      allowsPort: (candidate) => PUBLIC_POLICY.allowsPort(candidate),
    })
    expect(messageOf(await usual.get(`http://a.example:${port}/`))).toContain(`Its port is ${port}`)
    const redirected = await usual.get(`http://a.example/?to=http%3A%2F%2Fa.example:${port}/`)
    expect(messageOf(redirected)).toContain(`After a redirect: Its port is ${port}`)
  })

  it('a body above the limit, sent plainly or packed, declared or not', async () => {
    for (const path of ['/plain?size=1000', '/gzip?size=1000'])
      expect(messageOf(await client.get(`http://a.example${path}`, { limitBytes: 1000 }))).toBe(
        'The response is not smaller than 0.001 MB.',
      )
    for (const path of ['/plain?size=999', '/gzip?size=999']) {
      const result = await client.get(`http://a.example${path}`, { limitBytes: 1000 })
      expect(result.ok && result.value.bytes.byteLength).toBe(999)
    }
  })

  it('a gzip bomb of 60 MB, which is refused at 25 MB', async () => {
    const started = process.cpuUsage()
    expect(messageOf(await client.get('http://a.example/gzip?size=60000000'))).toContain('25 MB')
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
  })

  it('what takes too long, name servers included', async () => {
    const hasty = createOutboundClient(policy, 200)
    expect(messageOf(await hasty.get('http://a.example/silent'))).toBe(
      'It timed out after 0.2 seconds.',
    )
    const lost = createOutboundClient(
      { ...policy, resolve: () => new Promise(() => undefined) },
      50,
    )
    expect(messageOf(await lost.get('http://a.example/'))).toContain('timed out after 0.05')
    const given = AbortSignal.abort()
    expect(messageOf(await client.get('http://a.example/', { signal: given }))).toContain('aborted')
  })

  it('a server that cannot be connected to', async () => {
    const closed = createTcpServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const dead = createOutboundClient({
      ...policy,
      connectTo: () => ({ address: '127.0.0.1', port }),
    })
    expect(messageOf(await dead.get('http://a.example/'))).toContain('ECONNREFUSED')
  })
})

describe('what is fetched', () => {
  it('is a public address: by name, with two families, or as a literal', async () => {
    for (const host of ['a.example', 'two.example', PUBLIC, `[${PUBLIC_6}]`, '1572395042']) {
      const result = await client.get(`http://${host}/page?q=1#part`)
      expect([host, result.ok && Buffer.from(result.value.bytes).toString()]).toEqual([
        host,
        'hello',
      ])
    }
    expect(seen.every(({ url }) => url === '/page?q=1')).toBe(true)
    expect(seen[0]?.headers.host).toBe('a.example')
  })

  it('follows three redirects and not four, and carries no cookie and no secret', async () => {
    const chain = (hops: number) => {
      let url = '/end'
      for (let hop = 0; hop < hops; hop += 1) url = `/?to=${encodeURIComponent(url)}`
      return client.get(`http://a.example${url}`)
    }
    expect(messageOf(await chain(3))).toBe('fetched')
    expect(messageOf(await chain(4))).toBe('It redirects more than 3 times.')
    const names = new Set(seen.flatMap(({ headers }) => Object.keys(headers)))
    expect([...names].toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  it('over https is asked of the checked address under its own name', async () => {
    const hello = new Promise<Buffer>((resolve) => {
      const server = createTcpServer((socket) => {
        socket.once('data', (data) => {
          socket.destroy()
          resolve(data)
        })
        socket.on('error', () => undefined)
      }).listen(0, '127.0.0.1')
      oracles.push(server)
      server.on('listening', () => {
        const { port } = server.address() as AddressInfo
        const secure = createOutboundClient({
          ...policy,
          connectTo: () => ({ address: '127.0.0.1', port }),
        })
        void secure.get('https://secure.example/')
      })
    })
    // The server name stands in clear in the first message of TLS.
    expect((await hello).includes('secure.example')).toBe(true)
  })
})
