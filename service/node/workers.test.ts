import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FAILURE_BUDGET } from '../../contract/limits/sizes.ts'
import { builtService } from '../testing/built-service.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { chunksOf } from '../testing/read-stream.ts'
import { startRedis } from '../testing/redis-server.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'

const KEYS = ['spends', 'fails', 'counts 1', 'counts 2', 'counts 3'].map(
  (name) => `${name.replace(' ', '-')}-${randomBytes(8).toString('hex')}`,
)
const [SPENDS = '', FAILS = '', ...COUNTS] = KEYS
const run = promisify(execFile)

const postgres = await startPostgres()
const redis = await startRedis()
const built = builtService()
afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop()])
})

/** The first half of a request id is that of its process. */
function workerOf(response: Response): string {
  return response.headers.get('cf-ray')?.slice(0, 8) ?? ''
}

describe.skipIf(!(postgres && redis))('two workers behind one port', () => {
  let service: ServiceProcess
  beforeAll(async () => {
    if (!postgres || !redis) return
    const flags = ['--workers', '2', '--data', join(built.folder(), 'data')]
    service = await startServiceProcess(built.entry(), flags, {
      DATABASE_URL: await postgres.newDatabase(),
      REDIS_URL: redis.url,
      VENDOR_API_KEYS: KEYS.join(','),
      HOME: built.folder(),
    })
  })
  afterAll(async () => {
    await service?.kill()
  })

  const workers = async (): Promise<number[]> => {
    const { stdout } = await run('pgrep', ['-P', String(service.child.pid)])
    return stdout.trim().split('\n').map(Number)
  }
  /** Each on a connection of its own: those are what workers take in turns. */
  const get = (path: string, key: string) =>
    fetch(`${service.baseUrl}${path}`, {
      headers: { Authorization: `Bearer ${key}`, Connection: 'close' },
    })
  const chat = (key: string, content: string, more: object = {}) =>
    fetch(`${service.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Connection: 'close',
      },
      body: JSON.stringify({
        model: 'sandbox-chat',
        messages: [{ role: 'user', content }],
        ...more,
      }),
    })
  const several = <T>(count: number, call: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, call))
  const answering = async () =>
    new Set((await several(8, () => get('/models', SPENDS))).map(workerOf)).size

  it('both answer', async () => {
    await expect.poll(answering).toBe(2)
    expect(await workers()).toHaveLength(2)
  })

  it('charge one credit', async () => {
    const responses = await several(20, () => chat(SPENDS, '/tokens 500'))
    expect(new Set(responses.map(workerOf)).size).toBe(2)
    const bodies: { cost: { usd: number } }[] = await Promise.all(
      responses.map((response) => response.json()),
    )
    const spent = bodies.reduce((sum, { cost }) => sum + cost.usd, 0)
    for (const response of await several(4, () => get('/api_keys/rate_limits', SPENDS))) {
      const body: { data: { balances: { USD: number } } } = await response.json()
      expect(body.data.balances.USD).toBeCloseTo(10 - spent, 6)
    }
  })

  it('count one window of requests', async () => {
    const counted: number[] = []
    for (const key of COUNTS) {
      const responses = await several(20, () => chat(key, '/tokens 1'))
      const header = (name: string) =>
        responses.map(({ headers }) => Number(headers.get(`x-ratelimit-${name}-requests`)))
      // A minute that ended meanwhile says nothing; the next key has one of its own.
      if (new Set(header('reset')).size > 1) continue
      counted.push(Math.max(...header('limit')) - Math.min(...header('remaining')))
      break
    }
    expect(counted).toEqual([20])
  })

  it('block a caller together', async () => {
    const failed = await several(FAILURE_BUDGET + 1, () => chat(FAILS, '/fail 503'))
    expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 503))
    for (const { status } of await several(4, () => chat(FAILS, 'x'))) expect(status).toBe(429)
  })

  it('open what was sealed for either', async () => {
    const nonce = '0'.repeat(64)
    const path = `/tee/attestation?model=sandbox-private&nonce=${nonce}`
    const responses = await several(8, () => get(path, SPENDS))
    expect(new Set(responses.map(workerOf)).size).toBe(2)
    const bodies: { signing_key?: string }[] = await Promise.all(
      responses.map((response) => response.json()),
    )
    expect(new Set(bodies.map((body) => body.signing_key)).size).toBe(1)
    expect(bodies[0]?.signing_key).toMatch(/^04/)
  })

  it('go on when one of them dies, which is replaced on the same port', async () => {
    const before = await workers()
    process.kill(before[0] ?? 0, 'SIGKILL')
    await expect.poll(workers).not.toContain(before[0])
    await expect.poll(async () => (await workers()).length).toBe(2)
    await expect.poll(answering).toBe(2)
    expect(await workers()).toContain(before[1])
  })

  it('end all their streams when the service is told to', async () => {
    const streams = await several(6, () =>
      chat(SPENDS, '/tokens 30 /rate 60', { stream: true, max_completion_tokens: 30 }),
    )
    expect(new Set(streams.map(workerOf)).size).toBe(2)
    const stopped = service.stop()
    for (const chunks of await Promise.all(streams.map(chunksOf)))
      expect(chunks.at(-1)?.usage?.completion_tokens).toBe(30)
    expect(await stopped).toBe(0)
    await expect(get('/models', SPENDS)).rejects.toBeInstanceOf(Error)
  })
})
