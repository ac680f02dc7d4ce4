import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { IMPORT_MAP, makeAppFolder } from '../../testing/app-folder.ts'
import { rawRequest, type RawAnswer } from '../../testing/raw-request.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

const appFolder = makeAppFolder()
const dataFolder = mkdtempSync(join(tmpdir(), 'data-'))
let service: TestService
beforeAll(async () => {
  service = await startTestService({
    appFolder,
    flags: ['--allow-api', 'https://given.example', '--data', dataFolder],
  })
})
afterAll(async () => {
  await service.stop()
  rmSync(appFolder, { recursive: true })
  rmSync(dataFolder, { recursive: true })
})

function directives(answer: RawAnswer): Map<string, string> {
  const policy = String(answer.headers['content-security-policy'])
  return new Map(
    policy.split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

describe('the page', () => {
  it.each(['/', '/chat', '/image', '/evaluate', '/wallet', '/explore', '/chat?model=x'])(
    '%s is the app’s HTML, never stored',
    async (path) => {
      const answer = await rawRequest(`${service.origin}${path}`)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body.toString()).toContain('importmap')
    },
  )

  it('has a policy that names the hash of its import map and the allowed API origins', async () => {
    const policy = directives(await rawRequest(service.origin))
    const hash = `'sha256-${createHash('sha256').update(IMPORT_MAP).digest('base64')}'`
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe(`'self' ${hash}`)
    expect(policy.get('script-src-elem')).toBe(`'self' ${hash}`)
    expect(policy.get('connect-src')).toBe("'self' https://given.example")
    expect(policy.get('form-action')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*/)
  })

  it('carries the other headers of the policy', async () => {
    const { headers } = await rawRequest(service.origin)
    expect(headers).toMatchObject({
      'reporting-endpoints': 'csp="/__csp"',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  it('also stands below an area, and tells a person of an address that leads nowhere', async () => {
    expect((await rawRequest(`${service.origin}/chat/x`)).status).toBe(200)
    const lost = await rawRequest(`${service.origin}/nothing`, { headers: { Accept: 'text/html' } })
    expect([lost.status, lost.body.toString().includes('importmap')]).toEqual([404, true])
    expect(directives(lost).get('form-action')).toBe("'none'")
  })

  it('is 404 for other paths, also when they climb', async () => {
    for (const path of [
      '/nothing',
      '/assets/',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/assets/nothing-abcdef12.js',
      '/..%2fpackage.json',
    ])
      expect([path, (await rawRequest(`${service.origin}${path}`)).status]).toEqual([path, 404])
  })

  it('is served as localhost, too: browsers have passkeys there', async () => {
    const host = new URL(service.origin).host.replace('127.0.0.1', 'localhost')
    const headers = { Host: host, Accept: 'text/html' }
    const answer = await rawRequest(`${service.origin}/chat?model=x`, { headers })
    expect(answer.status).toBe(200)
    expect(
      (await rawRequest(`${service.baseUrl}/models`, { headers: { Host: host } })).status,
    ).toBe(200)
  })
})

describe('an asset', () => {
  it('is kept for ever, compressed as the client likes it', async () => {
    const url = `${service.origin}/assets/index-abcdef12.js`
    const plain = await rawRequest(url)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
    })
    const br = await rawRequest(url, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body)).toEqual(plain.body)
    const gz = await rawRequest(url, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(gunzipSync(gz.body)).toEqual(plain.body)
    expect(gz.headers['vary']).toContain('Accept-Encoding')
  })

  it('without a hash in its name is asked for again', async () => {
    const answer = await rawRequest(`${service.origin}/icon.svg`)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    })
  })
})

describe('config.json', () => {
  it('gives the key to our own page only', async () => {
    const config = async (site?: string) => {
      const answer = await rawRequest(`${service.origin}/config.json`, {
        headers: site === undefined ? {} : { 'Sec-Fetch-Site': site },
      })
      return JSON.parse(answer.body.toString())
    }
    expect(await config('same-origin')).toEqual({
      mode: 'local',
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      providerName: 'vendor',
      apiOrigins: ['https://given.example'],
      version: expect.stringMatching(/^\d{8}\.\d{6}$/),
      evm: expect.any(Object),
      solana: expect.any(Object),
      faucetUrl: `${service.origin}/local/faucet`,
    })
    for (const site of [undefined, 'none', 'same-site', 'cross-site'])
      expect(await config(site)).not.toHaveProperty('apiKey')
  })

  it('keeps the key in a file that only its owner can read', () => {
    const file = join(dataFolder, 'api-key')
    expect(readFileSync(file, 'utf8').trim()).toBe(service.apiKey)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataFolder, 'vendor.sqlite')).includes(service.apiKey)).toBe(false)
  })
})

describe('allowing an API origin', () => {
  const press = {
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-User': '?1',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  const question = (origin: string | string[], back = '/chat') => {
    const origins = [origin].flat().map((one) => ['origin', one])
    const query = new URLSearchParams([...origins, ['return', back]])
    return rawRequest(`${service.origin}/local/allow-origin?${query}`)
  }
  const tokenIn = (page: RawAnswer) =>
    /name="token" value="([^"]+)"/.exec(page.body.toString())?.[1] ?? ''
  const send = (fields: string[][], headers: Record<string, string>) =>
    rawRequest(`${service.origin}/local/allow-origin`, {
      method: 'POST',
      headers: { Origin: service.origin, ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const answer = (
    token: string,
    decision: string,
    headers: Record<string, string>,
    ...origins: string[]
  ) =>
    send(
      [['token', token], ['decision', decision], ...origins.map((one) => ['origin', one])],
      headers,
    )
  const connectSrc = async () => directives(await rawRequest(service.origin)).get('connect-src')

  it('asks in words, on a page that can run nothing and that nothing can reach', async () => {
    const page = await question('https://api.example.com')
    expect(page.status).toBe(200)
    expect(page.body.toString()).toContain('https://api.example.com')
    expect(page.headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(
      (await rawRequest(`${service.origin}/local/approval.css`)).headers['content-type'],
    ).toContain('text/css')
  })

  it('allows it when a person presses Allow, once per question', async () => {
    const token = tokenIn(await question('https://api.example.com', '/chat?x=1'))
    const done = await answer(token, 'allow', press, 'https://api.example.com')
    expect([done.status, done.headers['location']]).toEqual([303, '/chat?x=1'])
    expect(await connectSrc()).toBe("'self' https://given.example https://api.example.com")
    expect(JSON.parse(readFileSync(join(dataFolder, 'api-origins.json'), 'utf8'))).toEqual([
      'https://api.example.com',
    ])
    expect((await answer(token, 'allow', press)).status).toBe(403)
  })

  it('allows several at a time, those that stay checked and no other', async () => {
    const page = await question(['https://one.example', 'https://two.example'])
    expect(page.body.toString()).toContain('Allow these origins?')
    expect(page.body.toString()).toContain('Remove https://api.example.com')
    await answer(tokenIn(page), 'allow', press, 'https://two.example', 'https://evil.example')
    expect(await connectSrc()).toBe(
      "'self' https://given.example https://api.example.com https://two.example",
    )
  })

  it('lists what is allowed, and takes it back when a person presses Remove', async () => {
    const listed = await rawRequest(`${service.origin}/local/allow-origin`)
    const text = listed.body.toString()
    expect(text).toContain('<span>https://given.example</span> <span class="hint">Set by')
    expect(text).not.toContain('Remove https://given.example')
    const remove = (token: string, headers: Record<string, string>) =>
      send(
        [
          ['token', token],
          ['remove', 'https://two.example'],
        ],
        headers,
      )
    const script = await remove(tokenIn(listed), { ...press, 'Sec-Fetch-Mode': 'cors' })
    expect(script.status).toBe(403)
    const done = await remove(tokenIn(listed), press)
    expect([done.status, done.headers['location']]).toEqual([303, '/local/allow-origin?return=%2F'])
    expect(await connectSrc()).toBe("'self' https://given.example https://api.example.com")
    expect(readFileSync(join(dataFolder, 'api-origins.json'), 'utf8')).not.toContain('two.example')
  })

  it('allows nothing when it is cancelled, or when a script asks', async () => {
    const before = await connectSrc()
    const token = () => question('https://evil.example').then(tokenIn)
    expect((await answer(await token(), 'cancel', press)).status).toBe(303)
    for (const change of [
      { 'Sec-Fetch-Mode': 'cors' },
      { 'Sec-Fetch-Mode': 'no-cors' },
      { 'Sec-Fetch-User': '' },
      { 'Sec-Fetch-Dest': 'empty' },
      { 'Sec-Fetch-Dest': 'iframe' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
      { 'Content-Type': 'application/json' },
    ]) {
      const headers = { ...press, ...change }
      const { status } = await answer(await token(), 'allow', headers, 'https://evil.example')
      expect([change, status]).toEqual([change, 403])
    }
    expect((await answer('made-up', 'allow', press)).status).toBe(403)
    expect(await connectSrc()).toBe(before)
  })

  it('refuses addresses that are no origin, and returns to pages of this app only', async () => {
    for (const origin of [
      '',
      'http://api.example.com',
      'https://a.example/path',
      "https://a.example; script-src 'unsafe-inline'",
      'https://*.example.com',
    ])
      expect([origin, (await question(origin)).status]).toEqual([origin, 400])
    for (const back of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'chat',
      '/a\r\nSet-Cookie: x',
    ])
      expect([back, (await question('https://a.example', back)).status]).toEqual([back, 400])
  })

  it('cannot be asked from another site', async () => {
    const url = `${service.origin}/local/allow-origin?origin=https://a.example&return=/chat`
    for (const site of ['cross-site', 'same-site'])
      expect((await rawRequest(url, { headers: { 'Sec-Fetch-Site': site } })).status).toBe(403)
  })

  it('shows no markup from the address', async () => {
    const page = await question('https://a.example', '/chat?"><script>alert(1)</script>')
    expect(page.body.toString()).not.toContain('<script>')
  })
})

describe('policy reports', () => {
  it('are logged with directive and origin, and nothing else', async () => {
    const report = {
      type: 'csp-violation',
      body: {
        effectiveDirective: 'connect-src',
        blockedURL: 'https://evil.example/steal?key=secret',
        documentURL: 'http://127.0.0.1/#secret',
        sample: 'secret',
      },
    }
    const answer = await rawRequest(`${service.origin}/__csp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/reports+json' },
      body: JSON.stringify([report]),
    })
    expect(answer.status).toBe(204)
    const line = service.log.find((text) => text.includes('content security policy')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      directive: 'connect-src',
      blocked: 'https://evil.example',
    })
    expect(service.log.join('')).not.toContain('secret')
    expect(
      (await rawRequest(`${service.origin}/__csp`, { method: 'POST', body: 'not json' })).status,
    ).toBe(204)
  })
})
