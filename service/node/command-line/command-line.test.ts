import { describe, expect, it } from 'vitest'

import { parseCommandLine, type CommandLine } from './command-line.ts'

function parsed(args: string[], env: Record<string, string> = {}): CommandLine {
  const result = parseCommandLine(args, env)
  if (!result.ok) throw new Error(result.message)
  return result.value
}

function messageOf(args: string[], env: Record<string, string> = {}): string {
  const result = parseCommandLine(args, env)
  return result.ok ? '' : result.message
}

describe('the command line', () => {
  it('has safe defaults', () => {
    expect(parsed([])).toEqual({
      host: '127.0.0.1',
      memory: false,
      json: false,
      networkIds: 'test',
      tier: 'default',
      allowedOrigins: [],
      apiOrigins: [],
      apiOnly: false,
      chains: false,
      trustProxy: false,
      upstreams: [],
      mcpServers: [],
      workers: 1,
      processes: ['127.0.0.1:4310', '127.0.0.1:4311'],
      replayFast: false,
      help: false,
    })
  })

  it('behavior: accepts --no-open, which only the start of the app acts on', () => {
    expect(parsed(['--no-open'])).toEqual(parsed([]))
  })

  it('is like the provider only when asked to be', () => {
    expect(parsed(['--like-provider'])).toMatchObject({ likeProvider: true })
    expect(parsed([], { VENDOR_LIKE_PROVIDER: '1' })).toMatchObject({ likeProvider: true })
    expect(parsed([])).not.toHaveProperty('likeProvider')
  })

  it('takes the rate of the built-in models', () => {
    expect(parsed(['--rate', '1000'])).toMatchObject({ rate: 1000 })
    expect(parsed([], { VENDOR_RATE: '0' })).toMatchObject({ rate: 0 })
    for (const wrong of ['fast', '-1', '1.5'])
      expect(messageOf([`--rate=${wrong}`])).toContain('--rate is')
  })

  it('takes shared stores from the environment, and never repeats their passwords', () => {
    expect(
      parsed(['--public-url', 'https://api.example', '--trust-proxy'], {
        DATABASE_URL: 'postgres://user:word@db/name',
        REDIS_URL: 'redis://cache:6379',
      }),
    ).toMatchObject({
      databaseUrl: 'postgres://user:word@db/name',
      redisUrl: 'redis://cache:6379',
      publicOrigin: 'https://api.example',
      trustProxy: true,
    })
    const wrong = messageOf([], { DATABASE_URL: 'mysql://user:word@db/name' })
    expect(wrong).toContain('DATABASE_URL must be a URL that starts with postgres://')
    expect(wrong).not.toContain('word')
    expect(messageOf(['--memory'], { DATABASE_URL: 'postgres://db/name' })).toContain('not both')
  })

  it('reads every flag', () => {
    const line = parsed(
      '--port 0 --host ::1 --memory --json --upstream http://127.0.0.1:11434/v1/ --upstream my-gpu=https://gpu.example/v1 --network-ids mainnet --allow-origin https://a.example --allow-origin http://localhost:3000 --allow-api https://api.example.com --api-only'.split(
        ' ',
      ),
    )
    expect(line).toMatchObject({
      port: 0,
      host: '::1',
      memory: true,
      json: true,
      upstreams: [
        { baseUrl: 'http://127.0.0.1:11434/v1', key: undefined, headers: {} },
        { name: 'my-gpu', baseUrl: 'https://gpu.example/v1', key: undefined, headers: {} },
      ],
      networkIds: 'mainnet',
      allowedOrigins: ['https://a.example', 'http://localhost:3000'],
      apiOrigins: ['https://api.example.com'],
      apiOnly: true,
    })
  })

  it('takes the key and the headers of each upstream server from its own variables', () => {
    const env = {
      VENDOR_UPSTREAM: 'http://a.example/v1,my-gpu=http://b.example/v1',
      VENDOR_UPSTREAM_KEY: 'a-key',
      VENDOR_UPSTREAM_KEY_MY_GPU: 'b-key',
      VENDOR_UPSTREAM_HEADERS_MY_GPU: '{"X-Team":"red"}',
    }
    expect(parsed([], env)).toMatchObject({
      upstreams: [
        { baseUrl: 'http://a.example/v1', key: 'a-key', headers: {} },
        {
          name: 'my-gpu',
          baseUrl: 'http://b.example/v1',
          key: 'b-key',
          headers: { 'x-team': 'red' },
        },
      ],
    })
    const wrong = messageOf([], { ...env, VENDOR_UPSTREAM_HEADERS: 'secret: 1' })
    expect(wrong).toBe(
      'VENDOR_UPSTREAM_HEADERS must be a JSON object of headers, such as {"x-team":"a"}.',
    )
  })

  it('says in words what several workers need, and what they cannot have', () => {
    const env = { DATABASE_URL: 'postgres://a/b', REDIS_URL: 'redis://a' }
    const flags = ['--workers', '4', '--api-only']
    expect(parsed(flags, env)).toMatchObject({ workers: 4 })
    expect(messageOf(flags)).toContain('DATABASE_URL and REDIS_URL')
    expect(messageOf(['--workers', '4'], env)).toContain('--api-only')
    expect(messageOf([...flags, '--chains'], env)).toContain('--chains')
    expect(messageOf(['--workers', '0'], env)).toContain('from 1 to 64')
  })

  it('takes environment names as mirrors, which flags beat', () => {
    const env = {
      VENDOR_PORT: '5000',
      VENDOR_DATA: '/data',
      VENDOR_JSON: '1',
      VENDOR_ALLOW_ORIGIN: 'https://a.example, https://b.example',
    }
    expect(parsed([], env)).toMatchObject({
      port: 5000,
      dataDirectory: '/data',
      json: true,
      allowedOrigins: ['https://a.example', 'https://b.example'],
    })
    expect(parsed(['--port', '6000', '--memory'], env)).toMatchObject({ port: 6000, memory: true })
  })

  it.each([
    [['--port', 'abc'], '--port is "abc", but must be an integer from 0 to 65535.'],
    [['--port', '70000'], 'from 0 to 65535'],
    [['--memory', '--data', 'x'], 'not both'],
    [['--upstream', 'ftp://x'], '--upstream is "ftp://x", but must be an http(s) URL.'],
    [['--upstream', 'http://u:p@x'], 'set keys in the environment'],
    [['--upstream', 'http://a', '--upstream', 'http://b'], '--upstream NAME=URL'],
    [['--upstream', 'a=http://a', '--upstream', 'A=http://b'], 'the name a twice'],
    [['--upstream', 'a b=http://a'], 'must be an http(s) URL'],
    [['--replay', 'a.har', '--record', 'b'], 'from recordings alone'],
    [['--replay', 'a.har', '--upstream', 'http://a'], 'from recordings alone'],
    [['--replay-fast'], 'requires --replay'],
    [['--record', 'a', '--workers', '2'], 'one process'],
    [['--upstream', 'http://a', '--relay', 'http://b'], 'not both'],
    [['--network-ids', 'main'], 'must be test or mainnet'],
    [['--network-ids', 'mainnet'], 'needs VENDOR_FACILITATOR_URL'],
    [['--allow-origin', 'http://example.com'], 'http:// is for this computer only'],
    [['--allow-api', 'https://example.com/path'], 'use the origin only'],
    [['--mcp', 'run'], '--mcp must be NAME=COMMAND'],
    [['--mcp', 'a=run', '--host', '0.0.0.0'], '--mcp is for this computer only'],
    [['--mcp', 'a=run', '--public-url', 'https://a.example'], 'this computer only'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('refuses %j in one line', (args, message) => {
    expect(messageOf(args)).toContain(message)
    expect(messageOf(args)).not.toContain('\n')
  })
})
