import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { exposedHeaders } from '../../../contract/headers/catalogue.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

const FRIEND = 'https://friend.example'
let closed: TestService
let open: TestService
beforeAll(async () => {
  closed = await startTestService()
  open = await startTestService({ flags: ['--allow-origin', FRIEND] })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})

const chat = JSON.stringify({
  model: 'sandbox-fast',
  max_completion_tokens: 1,
  messages: [{ role: 'user', content: 'x' }],
})

describe('another website', () => {
  it('can do nothing, in any combination of host, origin, site, method and content type', async () => {
    const own = new URL(closed.origin)
    let accepted = 0
    for (const Host of [
      own.host,
      `localhost:${own.port}`,
      'evil.example',
      `evil.example:${own.port}`,
      '127.0.0.1',
    ])
      for (const origin of [undefined, closed.origin, 'https://evil.example', 'null'])
        for (const site of [undefined, 'same-origin', 'none', 'same-site', 'cross-site'])
          for (const method of ['GET', 'POST'])
            for (const type of ['application/json', 'text/plain']) {
              const { status } = await rawRequest(
                `${closed.baseUrl}/${method === 'GET' ? 'models' : 'chat/completions'}`,
                {
                  method,
                  headers: {
                    Host,
                    Authorization: `Bearer ${closed.apiKey}`,
                    ...(origin === undefined ? {} : { Origin: origin }),
                    ...(site === undefined ? {} : { 'Sec-Fetch-Site': site }),
                    ...(method === 'POST'
                      ? { 'Content-Type': type, 'Content-Length': String(chat.length) }
                      : {}),
                  },
                  ...(method === 'POST' ? { body: chat } : {}),
                },
              )
              const ownHost = Host === own.host || Host === `localhost:${own.port}`
              const ownOrigin = origin === undefined || origin === closed.origin
              const ownSite =
                method === 'GET' || site === undefined || site === 'same-origin' || site === 'none'
              const expected = !ownHost
                ? 421
                : !ownOrigin || !ownSite
                  ? 403
                  : method === 'POST' && type === 'text/plain'
                    ? [415, 429]
                    : [200, 429]
              expect([expected].flat(), `${Host} ${origin} ${site} ${method} ${type}`).toContain(
                status,
              )
              if (status === 200 && !(ownHost && ownOrigin && ownSite)) accepted += 1
            }
    expect(accepted).toBe(0)
  })

  it('gets no CORS headers, and no answer to a preflight', async () => {
    const preflight = await rawRequest(`${closed.baseUrl}/chat/completions`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.status).toBe(403)
    expect(
      Object.keys(preflight.headers).filter((name) => name.startsWith('access-control')),
    ).toEqual([])
  })
})

describe('an allowed origin', () => {
  it('is answered by exact echo, with every header of the contract exposed', async () => {
    const answer = await rawRequest(`${open.baseUrl}/models`, { headers: { Origin: FRIEND } })
    expect(answer.headers['access-control-allow-origin']).toBe(FRIEND)
    expect(answer.headers['vary']).toContain('Origin')
    const exposed = String(answer.headers['access-control-expose-headers']).split(/, ?/)
    expect(exposed).toEqual(exposedHeaders(NEUTRAL_PROVIDER_NAME))
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('may preflight, and make requests across sites; errors are readable too', async () => {
    const preflight = await rawRequest(`${open.baseUrl}/chat/completions`, {
      method: 'OPTIONS',
      headers: {
        Origin: FRIEND,
        'Access-Control-Request-Method': 'POST',
        'Sec-Fetch-Site': 'cross-site',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-methods']).toMatch(/^GET, ?POST$/)
    for (const name of ['authorization', 'content-type', 'sign-in-with-x', 'payment-signature'])
      expect(preflight.headers['access-control-allow-headers']).toContain(name)
    const refused = await rawRequest(`${open.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { Origin: FRIEND, 'Sec-Fetch-Site': 'cross-site' },
    })
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([402, FRIEND])
  })

  it('does not open the door to its neighbours, nor to the local key', async () => {
    for (const origin of [
      'https://friend.example.evil',
      'http://friend.example',
      'https://FRIEND.example',
    ])
      expect(
        (await rawRequest(`${open.baseUrl}/models`, { headers: { Origin: origin } })).status,
      ).toBe(403)
    const config = await rawRequest(`${open.origin}/config.json`, {
      headers: { Origin: FRIEND, 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(config.body.toString()).not.toContain(open.apiKey)
  })
})

describe('every answer', () => {
  it('has an id of its own, the revision, nosniff, and is not stored', async () => {
    const urls = [
      `${closed.baseUrl}/models`,
      `${closed.baseUrl}/nothing`,
      `${closed.origin}/config.json`,
      `${closed.origin}/nothing`,
    ]
    const answers = await Promise.all(urls.map((url) => rawRequest(url)))
    for (const { headers } of answers) {
      expect(headers['cf-ray']).toMatch(/^[0-9a-f]{16}-LOC$/)
      expect(headers['x-vendor-version']).toMatch(/^\d{8}\.\d{6}$/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['date']).toBeTruthy()
    }
    expect(new Set(answers.map(({ headers }) => headers['cf-ray'])).size).toBe(urls.length)
  })

  it('is compressed as the client likes it, unless it is a stream', async () => {
    const headers = { Authorization: `Bearer ${closed.apiKey}`, 'Content-Type': 'application/json' }
    const post = (encoding: string, stream: boolean) => {
      const body = JSON.stringify({
        model: 'sandbox-large',
        stream,
        messages: [{ role: 'user', content: '/tokens 200 /rate 0' }],
      })
      return rawRequest(`${open.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: {
          ...headers,
          Authorization: `Bearer ${open.apiKey}`,
          'Accept-Encoding': encoding,
        },
        body,
      })
    }
    expect((await post('br, gzip', false)).headers['content-encoding']).toBe('br')
    expect((await post('gzip', false)).headers['content-encoding']).toBe('gzip')
    expect((await post('identity', false)).headers['content-encoding']).toBeUndefined()
    expect((await post('br, gzip', true)).headers['content-encoding']).toBeUndefined()
  })

  it('is logged without bodies, queries and secrets', async () => {
    await closed.chat('a secret sentence')
    await closed.call('/models?type=text&key=secret-query')
    const log = closed.log.join('')
    for (const secret of ['a secret sentence', 'secret-query', closed.apiKey])
      expect(log).not.toContain(secret)
    expect(JSON.parse(closed.log.at(-1) ?? '')).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/api/v1/models',
      requestId: expect.any(String),
      ms: expect.any(Number),
    })
  })
})
