import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { OutboundClient, OutboundResult } from '../../app/inference/inputs/input-sources.ts'

/** A client that reaches a server on this port of this machine as `http://public.example/`. */
type OpenClient = (port: number) => OutboundClient

/** What every outbound client does. */
export function outboundTests(name: string, open: OpenClient): void {
  describe(`what is fetched by ${name}`, () => {
    let server: Server
    let port = 0
    let client: OutboundClient
    let requests: { path: string; headers: IncomingHttpHeaders }[] = []
    beforeAll(async () => {
      server = createServer((request, response) => {
        const url = new URL(request.url ?? '/', 'http://public.example')
        requests.push({ path: url.pathname, headers: request.headers })
        const to = url.searchParams.get('to')
        if (to !== null) response.writeHead(302, { Location: to, 'Set-Cookie': 'a=b' }).end()
        else if (url.pathname === '/missing') response.writeHead(404).end()
        else
          response
            .writeHead(200, { 'Content-Type': 'Text/HTML; charset="ISO-8859-1"' })
            .end('x'.repeat(Number(url.searchParams.get('size') ?? 5)))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      client = open(port)
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })
    beforeEach(() => {
      requests = []
    })
    const at = (path: string) => `http://public.example${path}`
    const redirected = (to: string) => at(`/?to=${encodeURIComponent(to)}`)
    const messageOf = (result: OutboundResult) => (result.ok ? 'fetched' : result.message)

    it('is bytes, with their type, charset and URL after redirects', async () => {
      const result = await client.get(redirected('/there'), { accept: 'text/*' })
      expect(result).toMatchObject({
        ok: true,
        value: { mediaType: 'text/html', charset: 'iso-8859-1', url: at('/there') },
      })
      expect(result.ok && new TextDecoder().decode(result.value.bytes)).toBe('xxxxx')
      expect(requests.map(({ headers }) => headers.accept)).toEqual(['text/*', 'text/*'])
    })

    it('is asked for without cookies or credentials', async () => {
      await client.get(redirected('/there'))
      for (const { headers } of requests) {
        expect(headers).not.toHaveProperty('cookie')
        expect(headers).not.toHaveProperty('authorization')
      }
    })

    it('is smaller than its limit', async () => {
      expect((await client.get(at('/?size=999'), { limitBytes: 1000 })).ok).toBe(true)
      expect((await client.get(at('/?size=1000'), { limitBytes: 1000 })).ok).toBe(false)
    })

    it('is on the public internet, after redirects too: nothing else is contacted', async () => {
      const hosts = ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1']
      for (const url of hosts.map((host) => `http://${host}:${port}/private`))
        for (const result of [await client.get(url), await client.get(redirected(url))])
          expect([url, result.ok]).toEqual([url, false])
      expect(requests.filter(({ path }) => path === '/private')).toEqual([])
    })

    it.each([
      ['no URL', () => client.get('not a url')],
      ['another scheme', () => client.get('file:///etc/passwd')],
      ['a password in the URL', () => client.get('http://me:secret@public.example/')],
      ['an error status', () => client.get(at('/missing'))],
      [
        'redirects without end',
        () => client.get(redirected(redirected(redirected(redirected('/'))))),
      ],
      ['an abort', () => client.get(at('/'), { signal: AbortSignal.abort() })],
    ])('is refused in one sentence, never by throwing: %s', async (_what, get) => {
      const message = messageOf(await get())
      expect(message).toMatch(/^[A-Z][^\n]+\.$/)
      expect(message).not.toContain('secret')
    })
  })
}
