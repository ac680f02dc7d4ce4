import { describe, expect, test } from 'vitest'

import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { isSignInResponse } from './callback.ts'
import { findSignIn, readChallenge } from './find-sign-in.ts'
import { beginSignIn, completeSignIn, refreshToken } from './sign-in.ts'

const never = new AbortController().signal
const SERVER = 'https://mcp.example.com/team/mcp'
const ISSUER = 'https://auth.example.com/tenant'
const REDIRECT = 'https://page.example.com/tool-server-sign-in.html'
const RESOURCE = 'https://mcp.example.com/.well-known/oauth-protected-resource/team/mcp'
const METADATA = 'https://auth.example.com/.well-known/oauth-authorization-server/tenant'
const TOKEN = 'token-0123456789abcdef'
const CODE = 'code-0123456789abcdef'

type Site = Record<string, JsonObject | number | 'blocked'>

const resource: JsonObject = {
  resource: SERVER,
  authorization_servers: [ISSUER],
  scopes_supported: ['read', 'write'],
}
const authority: JsonObject = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize?a=1`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  code_challenge_methods_supported: ['S256'],
}
const site: Site = {
  [RESOURCE]: resource,
  [METADATA]: authority,
  [`${ISSUER}/register`]: { client_id: 'client-1', client_secret: 'never-shown-0123456789' },
  [`${ISSUER}/token`]: { access_token: TOKEN, token_type: 'bearer', expires_in: 60 },
}

function pageOf(changes: Site = {}) {
  const all: Site = { ...site, ...changes }
  return fakeClient(({ url }) => {
    const found = Object.hasOwn(all, url) ? all[url] : 404
    if (found === 'blocked') return Promise.reject(new TypeError('Failed to fetch'))
    return typeof found === 'number' ? new Response('', { status: found }) : jsonResponse(found)
  })
}

/** The whole way, with what comes back to the redirect URI. */
async function signInWith(page: ReturnType<typeof pageOf>, back: Record<string, string> = {}) {
  const found = await findSignIn(page.client, { url: SERVER }, never)
  if (!found.ok) return found
  const begun = await beginSignIn(page.client, found.value, { redirectUri: REDIRECT }, never)
  if (!begun.ok) return begun
  const parameters = { code: CODE, state: begun.value.state, ...back }
  return completeSignIn(page.client, begun.value, `?${new URLSearchParams(parameters)}`, never)
}

const words = (result: { ok: boolean; failure?: Failure }) =>
  result.failure === undefined ? 'none' : Object.values(adviceForFailure(result.failure)).join(' ')

describe('a sign-in', () => {
  test('default: the token is for the server alone, and nothing secret is recorded', async () => {
    const page = pageOf()
    expect(await signInWith(page)).toEqual(
      expect.objectContaining({ ok: true, value: { authorization: `Bearer ${TOKEN}` } }),
    )
    const last = page.world.sent.at(-1)
    const sent = Object.fromEntries(new URLSearchParams(bodyText(last?.body)))
    expect(sent).toMatchObject({
      grant_type: 'authorization_code',
      code: CODE,
      client_id: 'client-1',
      redirect_uri: REDIRECT,
      resource: SERVER,
    })
    const all = JSON.stringify(page.client.exchanges.store.getState())
    for (const secret of [TOKEN, CODE, sent['code_verifier'] ?? '', 'never-shown-0123456789'])
      expect(all).not.toContain(secret)
    expect(page.world.sent.some(({ headers }) => new Map(headers).has('authorization'))).toBe(false)
  })

  test('default: the address that is opened has the hash of the verifier, and no secret', async () => {
    const { client } = pageOf()
    const found = await findSignIn(
      client,
      { url: SERVER, challenge: 'Bearer scope="admin"' },
      never,
    )
    if (!found.ok) throw new Error(words(found))
    expect(found.value).toEqual({ resource: SERVER, issuer: ISSUER, scope: 'admin' })
    const begun = await beginSignIn(client, found.value, { redirectUri: REDIRECT }, never)
    if (!begun.ok) throw new Error(words(begun))
    const { searchParams } = new URL(begun.value.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      a: '1',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'admin',
      resource: SERVER,
    })
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(begun.value.url).not.toContain(begun.value.verifier)
  })

  const REFUSED: readonly (readonly [
    what: string,
    changes: Site,
    back: Record<string, string>,
    words: RegExp,
  ])[] = [
    ['a server without metadata', { [RESOURCE]: 404 }, {}, /no sign-in.*enter it in Authorization/],
    [
      'metadata of another server',
      { [RESOURCE]: { ...resource, resource: 'https://other.example.com/' } },
      {},
      /no sign-in/,
    ],
    [
      'metadata of another folder',
      { [RESOURCE]: { ...resource, resource: 'https://mcp.example.com/tea' } },
      {},
      /no sign-in/,
    ],
    [
      'an authority over HTTP',
      { [RESOURCE]: { ...resource, authorization_servers: ['http://auth.example.com'] } },
      {},
      /no sign-in/,
    ],
    [
      'an authority that is a script',
      { [METADATA]: { ...authority, authorization_endpoint: 'javascript:alert(1)' } },
      {},
      /publishes nothing/,
    ],
    [
      'an authority of another name',
      { [METADATA]: { ...authority, issuer: 'https://evil.example.com' } },
      {},
      /publishes nothing/,
    ],
    [
      'an authority without PKCE',
      { [METADATA]: { ...authority, code_challenge_methods_supported: ['plain'] } },
      {},
      /publishes nothing/,
    ],
    [
      'an authority without CORS',
      { [METADATA]: 'blocked' },
      {},
      /blocked by CORS.*enter it in Authorization/,
    ],
    [
      'an authority that registers nobody',
      { [METADATA]: { ...authority, registration_endpoint: null } },
      {},
      /registers no apps/,
    ],
    ['a registration that is refused', { [`${ISSUER}/register`]: 403 }, {}, /HTTP 403/],
    [
      'a registration without an ID',
      { [`${ISSUER}/register`]: {} },
      {},
      /no valid sign-in response/,
    ],
    ['a response of another state', {}, { state: 'other' }, /another sign-in/],
    ['a response of another authority', {}, { iss: 'https://evil.example.com' }, /another sign-in/],
    [
      'a response without the name that was promised',
      { [METADATA]: { ...authority, authorization_response_iss_parameter_supported: true } },
      {},
      /another sign-in/,
    ],
    ['a person who denies', {}, { code: '', error: 'access_denied' }, /Access was denied/],
    ['another error', {}, { code: '', error: 'x'.repeat(1_000) }, /sign-in failed \(x{60}\)/],
    [
      'a token of another type',
      { [`${ISSUER}/token`]: { access_token: TOKEN, token_type: 'mac' } },
      {},
      /no valid sign-in response/,
    ],
    [
      'a token with a new line',
      { [`${ISSUER}/token`]: { access_token: 'a\nb', token_type: 'bearer' } },
      {},
      /no valid sign-in response/,
    ],
    ['a token endpoint that refuses', { [`${ISSUER}/token`]: 400 }, {}, /HTTP 400/],
  ]
  test.each(REFUSED)('behavior: %s ends in words', async (_what, changes, back, expected) => {
    expect(words(await signInWith(pageOf(changes), back))).toMatch(expected)
  })

  test.each([
    'http://127.0.0.1:9/x',
    'https://localhost:8443/x',
    'https://app.localhost/x',
    'https://[::1]/x',
    'https://192.168.1.1/x',
    'https://10.0.0.1/x',
    'https://printer.local/x',
  ])(
    'security: a public authority leads to nothing of this computer or its network: %s',
    async (at) => {
      for (const endpoint of ['authorization', 'token', 'registration']) {
        const page = pageOf({ [METADATA]: { ...authority, [`${endpoint}_endpoint`]: at } })
        const result = await signInWith(page)
        expect(words(result)).toMatch(/publishes nothing|registers no apps/)
        expect(page.world.sent.map(({ url }) => url)).not.toContain(at)
        expect(page.world.sent.every(({ method }) => method === 'GET')).toBe(true)
      }
      const issuer = new URL(at).origin
      const lying = pageOf({ [RESOURCE]: { ...resource, authorization_servers: [issuer] } })
      expect(words(await signInWith(lying))).toMatch(/no sign-in/)
    },
  )

  test('security: nothing is posted to a host that was not shown', async () => {
    const elsewhere = {
      ...authority,
      token_endpoint: 'https://token.example.net/token',
      registration_endpoint: 'https://register.example.org/register',
    }
    const page = pageOf({
      [METADATA]: elsewhere,
      'https://register.example.org/register': { client_id: 'client-2' },
    })
    const signIn = { resource: SERVER, issuer: ISSUER }
    const begin = (shownHosts: readonly string[], clientId = '') =>
      beginSignIn(page.client, signIn, { redirectUri: REDIRECT, shownHosts, clientId }, never)
    const hosts = ['token.example.net', 'register.example.org']
    expect(await begin([])).toMatchObject({ ok: false, hosts })
    expect(await begin(['token.example.net'])).toMatchObject({ ok: false, hosts })
    // Who is registered already sends nothing to where apps are.
    expect(await begin([], 'mine')).toMatchObject({ ok: false, hosts: ['token.example.net'] })
    expect(page.world.sent.filter(({ method }) => method === 'POST')).toEqual([])
    expect(await begin(hosts)).toMatchObject({ ok: true, value: { clientId: 'client-2' } })
  })

  test('behavior: metadata elsewhere is not read', async () => {
    const { client, world } = pageOf()
    const challenge = 'Bearer resource_metadata="https://evil.example.com/metadata"'
    await findSignIn(client, { url: SERVER, challenge }, never)
    expect(world.sent.map(({ url }) => url)).toEqual([RESOURCE])
  })

  test('behavior: an authority that the page may not reach is named', async () => {
    const { client } = pageOf()
    client.connections.store.setState(({ config }) => ({
      config: { ...config, mode: 'relay', apiOrigins: ['https://mcp.example.com'] },
    }))
    const begun = await beginSignIn(
      client,
      { resource: SERVER, issuer: ISSUER },
      { redirectUri: REDIRECT },
      never,
    )
    expect(begun).toMatchObject({
      ok: false,
      failure: { kind: 'blocked_by_policy', origin: 'https://auth.example.com' },
    })
  })
})

describe('an authority that registers nobody', () => {
  const alone = { [METADATA]: { ...authority, registration_endpoint: null } }
  const signIn = { resource: SERVER, issuer: ISSUER }

  test('behavior: it is used with the client ID that a person registered there', async () => {
    const { client, world } = pageOf(alone)
    const without = await beginSignIn(client, signIn, { redirectUri: REDIRECT }, never)
    expect(without).toMatchObject({ ok: false, needsClientId: true })
    const own = { redirectUri: REDIRECT, clientId: 'mine' }
    const begun = await beginSignIn(client, signIn, own, never)
    if (!begun.ok) throw new Error(words(begun))
    expect(new URL(begun.value.url).searchParams.get('client_id')).toBe('mine')
    const search = `?${new URLSearchParams({ code: CODE, state: begun.value.state })}`
    await completeSignIn(client, begun.value, search, never)
    expect(new URLSearchParams(bodyText(world.sent.at(-1)?.body)).get('client_id')).toBe('mine')
  })
})

describe('a refresh token', () => {
  const REFRESH = 'refresh-0123456789abcdef'
  const NEXT = 'token-next-0123456789abcdef'
  const granting = (response: JsonObject | number): Site => ({ [`${ISSUER}/token`]: response })

  /** Signs in where a refresh token comes with the token, and then uses it. */
  async function refreshed(response: JsonObject | number) {
    const first = pageOf(
      granting({ access_token: TOKEN, token_type: 'bearer', refresh_token: REFRESH }),
    )
    const signedIn = await signInWith(first)
    if (!signedIn.ok) throw new Error(words(signedIn))
    expect(JSON.stringify(first.client.exchanges.store.getState())).not.toContain(REFRESH)
    const page = pageOf(granting(response))
    const result = await refreshToken(page.client, signedIn.value.refresh ?? '', never)
    return { page, result, before: signedIn.value.refresh }
  }

  test('behavior: it gets another token for the same server, and stays where none replaces it', async () => {
    const { page, result, before } = await refreshed({ access_token: NEXT, token_type: 'bearer' })
    expect(result).toMatchObject({
      ok: true,
      value: { authorization: `Bearer ${NEXT}`, refresh: before },
    })
    const sent = Object.fromEntries(new URLSearchParams(bodyText(page.world.sent[0]?.body)))
    expect(sent).toEqual({
      grant_type: 'refresh_token',
      refresh_token: REFRESH,
      client_id: 'client-1',
      resource: SERVER,
    })
    const all = JSON.stringify(page.client.exchanges.store.getState())
    for (const secret of [REFRESH, NEXT]) expect(all).not.toContain(secret)
  })

  test('behavior: the one that replaces it is used from then on', async () => {
    const next = { access_token: NEXT, token_type: 'bearer', refresh_token: 'refresh-next-012345' }
    const { result } = await refreshed(next)
    expect(result.ok && result.value.refresh).toContain('refresh-next-012345')
  })

  test('behavior: one that is refused, or is none, ends in words', async () => {
    expect(words((await refreshed(400)).result)).toContain('HTTP 400')
    expect(words(await refreshToken(pageOf().client, 'none', never))).toContain("can't be read")
  })
})

describe('the response to a sign-in', () => {
  test('default: it is told from any other page by its state', () => {
    expect(isSignInResponse('?code=a&state=tool-server.x')).toBe(true)
    expect(isSignInResponse('?error=a&state=tool-server.x')).toBe(true)
    expect(isSignInResponse('?state=x')).toBe(false)
    expect(isSignInResponse('')).toBe(false)
  })
})

describe('a challenge', () => {
  test.each([
    [
      'Bearer realm="x", resource_metadata="https://a.example.com/m", scope="a b"',
      { resourceMetadata: 'https://a.example.com/m', scope: 'a b' },
    ],
    ['bearer scope=read', { scope: 'read' }],
    ['Basic scope="a"', {}],
    ['Bearer', {}],
    [undefined, {}],
  ])('default: %s', (header, expected) => {
    expect(readChallenge(header)).toEqual(expected)
  })
})

function bodyText(body: unknown): string {
  return body instanceof URLSearchParams ? body.toString() : ''
}
