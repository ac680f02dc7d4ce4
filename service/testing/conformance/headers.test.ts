import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestService, type TestService } from '../start-service.ts'

let service: TestService
let image = ''
beforeAll(async () => {
  service = await startTestService()
  const create = { width: 256, height: 256, channels: 3, background: 'teal' } as const
  image = (await sharp({ create }).png().toBuffer()).toString('base64')
})
afterAll(() => service.stop())

const edit = () => service.call('/image/edit', { image, prompt: 'grayscale' })
const short = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  service.chat('/tokens 2', { max_completion_tokens: 3, ...more }, headers)

/** One answer of each kind. */
const answers = (): Promise<[string, Response]>[] =>
  Object.entries({
    'a chat answer': short(),
    'a stream': short({ stream: true }),
    'an edited image': edit(),
    'a list': service.call('/models'),
    'a 400': short({ temperature: 9 }),
    'a 402': fetch(`${service.baseUrl}/api_keys/rate_limits`),
    'a 404': service.call('/nowhere'),
    'a 415': short({}, { 'Content-Type': 'text/plain' }),
    'a 500': short({ model: 'sandbox-broken' }),
  }).map(async ([name, response]): Promise<[string, Response]> => [name, await response])

async function fromEach(names: readonly string[]): Promise<[string, (string | null)[]][]> {
  const seen: [string, (string | null)[]][] = []
  for (const answer of answers()) {
    const [kind, response] = await answer
    await response.arrayBuffer()
    seen.push([kind, names.map((name) => response.headers.get(name))])
  }
  return seen
}

describe('every answer', () => {
  it('has a type, a date, a revision and a request id of its own', async () => {
    const names = ['content-type', 'date', 'x-vendor-version', 'cf-ray']
    const seen = await fromEach(names)
    for (const [kind, [type, date, revision, ray]] of seen) {
      expect([kind, type]).toEqual([kind, expect.stringMatching(/^\w+\/[\w.+-]+/)])
      expect([kind, new Date(date ?? '').toUTCString()]).toEqual([kind, date])
      expect([kind, revision]).toEqual([kind, expect.stringMatching(/^\d{8}\.\d{6}$/)])
      expect([kind, ray]).toEqual([kind, expect.stringMatching(/^[0-9a-f]{16}-[A-Z]{3}$/)])
    }
    expect(new Set(seen.map(([, [, , , ray]]) => ray)).size).toBe(seen.length)
  })

  it('names the host on errors, and on nothing else', async () => {
    for (const [kind, [host]] of await fromEach(['x-vendor-host-name']))
      expect([kind, host]).toEqual([kind, /\d{3}$/.test(kind) ? 'local' : null])
  })

  it('of inference names the model by id and in words', async () => {
    for (const response of [await short(), await short({ stream: true }), await edit()]) {
      expect(response.headers.get('x-vendor-model-id')).toMatch(
        /^(?:sandbox-chat|firered-image-edit)$/,
      )
      expect(response.headers.get('x-vendor-model-name')).toMatch(/[A-Z]/)
      await response.arrayBuffer()
    }
  })

  it('says nothing of what did not happen', async () => {
    const names = [
      'x-auth-refreshed',
      'x-retry-count',
      'x-vendor-control-instance',
      'x-vendor-model-deprecation-warning',
      'x-vendor-model-deprecation-date',
      'x-pagination-total',
      'x-ratelimit-type',
      'x-vendor-timestamp',
      'x-vendor-request-timestamp-ms',
      'x-vendor-mobile-version',
      'x-vendor-middleface-version',
    ]
    for (const [kind, values] of await fromEach(names))
      expect([kind, values]).toEqual([kind, names.map(() => null)])
  })
})

describe('a header', () => {
  it('has the same meaning in any letter case', async () => {
    const response = await fetch(`${service.baseUrl}/models`, {
      headers: { 'aCCePT-eNCoDiNG': 'gzip' },
    })
    expect(response.headers.get('CONTENT-ENCODING')).toBe('gzip')
  })

  it('returns the version and the timestamp of a client that sends them, and ours', async () => {
    const sent = {
      'x-vendor-request-timestamp-ms': '1795176757000',
      'x-vendor-mobile-version': '4.2.0',
      'x-vendor-middleface-version': '20261120.1',
    }
    const { headers } = await service.call('/models', undefined, sent)
    for (const [name, value] of Object.entries(sent)) expect(headers.get(name)).toBe(value)
    expect(Date.parse(headers.get('x-vendor-timestamp') ?? '')).toBeGreaterThan(0)
    const odd = { 'x-vendor-request-timestamp-ms': 'now', 'x-vendor-mobile-version': 'a b' }
    const answer = await service.call('/models', undefined, odd)
    for (const name of [...Object.keys(odd), 'x-vendor-timestamp'])
      expect(answer.headers.get(name)).toBeNull()
  })

  it('counts the retries that a busy model made necessary', async () => {
    const fallbacks = [{ model: 'sandbox-busy' }, { model: 'sandbox-fast' }]
    const response = await short({ model: 'sandbox-busy', fallbacks })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-retry-count')).toBe('2')
  })

  it('numbers the pages of a list from 1', async () => {
    const { headers } = await service.call('/characters?limit=2&offset=2')
    const names = ['limit', 'page', 'total', 'total-pages']
    const [limit, page, total, pages] = names.map((name) => headers.get(`x-pagination-${name}`))
    expect([limit, page]).toEqual(['2', '2'])
    expect(Number(pages)).toBe(Math.ceil(Number(total) / 2))
    const first = await service.call('/characters')
    expect(first.headers.get('x-pagination-page')).toBe('1')
  })

  it('tells a page of the limits as numbers, and resets in seconds', async () => {
    const asked = Date.now() / 1000
    const { headers } = await short()
    const numberOf = (name: string) => Number(headers.get(`x-ratelimit-${name}`))
    expect(numberOf('limit-requests')).toBe(75)
    expect(numberOf('remaining-requests')).toBeLessThan(75)
    expect(numberOf('reset-requests')).toBeGreaterThanOrEqual(asked)
    expect(numberOf('reset-requests')).toBeLessThan(Date.now() / 1000 + 61)
    expect(numberOf('limit-tokens')).toBe(750_000)
    expect(numberOf('remaining-tokens')).toBeLessThan(750_000)
    expect(numberOf('reset-tokens')).toBeGreaterThanOrEqual(0)
    expect(numberOf('reset-tokens')).toBeLessThanOrEqual(60)
  })

  it('calls the limit that was enforced one of user, api_key and global', async () => {
    const own = await startTestService({ env: { VENDOR_API_KEYS: 'mine' } })
    const ask = (model: string) =>
      own.chat('/tokens 1', { model, max_completion_tokens: 1 }, { Authorization: 'Bearer mine' })
    const types = new Set<string>()
    // The window may turn in the middle; then a second run of requests is over the limit.
    for (let request = 0; request < 45 && !types.has('api_key'); request += 1) {
      const response = await ask('sandbox-large')
      await response.arrayBuffer()
      if (response.status === 429) types.add(response.headers.get('x-ratelimit-type') ?? '')
    }
    for (let failure = 0; failure < 22; failure += 1) {
      const response = await ask('sandbox-broken')
      await response.arrayBuffer()
      if (response.status === 429) types.add(response.headers.get('x-ratelimit-type') ?? '')
    }
    expect(types).toEqual(new Set(['api_key', 'user']))
    await own.stop()
  })
})

describe('the address', () => {
  it('carries the version, and leads nowhere without it', async () => {
    expect(service.baseUrl).toMatch(/\/api\/v1$/)
    for (const path of ['/models', '/api/models', '/api/v2/models'])
      expect((await fetch(`${service.origin}${path}`)).status).toBe(404)
  })
})
