import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'
import { given, isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { json, secretJson } from '../../client/body/response-body.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { isLoopback } from '../../client/connection/network.ts'
import { request, type Result } from '../../client/request.ts'
import { fault, type ToolServerFailure } from '../faults/fault.ts'
import { readLine } from '../read/items.ts'
import { MESSAGE_TIMEOUT_MS } from '../server-data.ts'

/** How a person signs in to a tool server, as far as that can be read without leaving its origin. */
export interface SignIn {
  /** The server, as the token is to be for it alone. */
  resource: string
  /** Who lets people sign in: shown before anything is sent there. */
  issuer: string
  scope?: string
}

/** Who lets people sign in. */
export interface Authority {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  registrationUrl?: string
  /** It repeats its name in every response: one without is not its own. */
  repeatsIssuer: boolean
}

type Found<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** The most scopes that are requested where the server doesn't choose. */
const MAX_SCOPES = 20

/**
 * Reads what a tool server publishes of itself, at its own origin only. The scope it asked for counts more
 * than those it lists.
 */
export async function findSignIn(
  client: Client,
  { url, challenge }: { url: string; challenge?: string | undefined },
  signal: AbortSignal,
): Promise<Found<SignIn>> {
  const { origin, pathname } = new URL(url)
  const { resourceMetadata, scope } = readChallenge(challenge)
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`
  const own = resourceMetadata ?? ''
  const places = new Set([
    ...(URL.canParse(own) && new URL(own).origin === origin ? [own] : []),
    ...(pathname === '/' ? [] : [wellKnown + pathname.replace(/\/$/, '')]),
    wellKnown,
  ])
  for (const place of places) {
    const sent = await sendSignIn(client, { method: 'GET', url: place }, readObject, signal)
    if (!sent.ok && sent.failure.kind === 'aborted') return sent
    const found = sent.ok ? signInOf(sent.value, url, scope) : undefined
    if (found !== undefined) return { ok: true, value: found }
  }
  return { ok: false, failure: noSignIn('It has no sign-in that this page can read.') }
}

/** Reads how an authority works: what it publishes must be of its own name, and allow PKCE with S256. */
export async function readAuthority(
  client: Client,
  issuer: string,
  signal: AbortSignal,
): Promise<Found<Authority>> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ])
  let failure: Failure = noSignIn(`${origin} publishes nothing that this page can use.`)
  for (const place of places) {
    const sent = await sendSignIn(client, { method: 'GET', url: place }, readObject, signal)
    if (!sent.ok) {
      if (sent.failure.kind === 'aborted' || sent.failure.kind === 'blocked_by_policy') return sent
      if (sent.failure.kind === 'tool_server' && sent.failure.reason === 'cors')
        failure = sent.failure
      continue
    }
    const authority = authorityOf(sent.value, issuer)
    if (authority !== undefined) return { ok: true, value: authority }
  }
  return { ok: false, failure }
}

const LOCAL =
  /^(?:localhost|.*\.local(?:host)?|(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\..*|\[(?:::|f[cde]).*)\.?$/

/**
 * A URL to which secrets may go: HTTPS, or this machine. What is published at a public address leads to none
 * of this computer or its network.
 */
function secureUrl(value: JsonValue | undefined, publishedAt: string): string | undefined {
  if (typeof value !== 'string' || value.length > 2_000 || !URL.canParse(value)) return undefined
  const { protocol, hostname, username, hash } = new URL(value)
  if (LOCAL.test(hostname) && !LOCAL.test(new URL(publishedAt).hostname)) return undefined
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSecure && username === '' && hash === '' ? value : undefined
}

function readObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

function signInOf(
  metadata: JsonObject,
  url: string,
  requested: string | undefined,
): SignIn | undefined {
  const { resource, authorization_servers: servers, scopes_supported: scopes } = metadata
  const issuer = Array.isArray(servers) ? secureUrl(servers[0], url) : undefined
  if (issuer === undefined || typeof resource !== 'string' || !covers(resource, url))
    return undefined
  const listed = Array.isArray(scopes)
    ? scopes
        .filter((scope) => typeof scope === 'string')
        .slice(0, MAX_SCOPES)
        .join(' ')
    : undefined
  const scope = readLine(requested ?? listed, 2_000)
  return { resource, issuer, ...given({ scope }) }
}

/** Whether a resource is the server at a URL, or what it is a part of. */
function covers(resource: string, url: string): boolean {
  if (!URL.canParse(resource)) return false
  const { origin, pathname } = new URL(resource)
  const server = new URL(url)
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
  return origin === server.origin && `${server.pathname}/`.startsWith(folder)
}

function authorityOf(metadata: JsonObject, issuer: string): Authority | undefined {
  const authorizationUrl = secureUrl(metadata['authorization_endpoint'], issuer)
  const tokenUrl = secureUrl(metadata['token_endpoint'], issuer)
  const registrationUrl = secureUrl(metadata['registration_endpoint'], issuer)
  const methods = metadata['code_challenge_methods_supported']
  const isSafe = Array.isArray(methods) && methods.includes('S256')
  if (metadata['issuer'] !== issuer || !isSafe) return undefined
  if (authorizationUrl === undefined || tokenUrl === undefined) return undefined
  return {
    issuer,
    authorizationUrl,
    tokenUrl,
    ...given({ registrationUrl }),
    repeatsIssuer: metadata['authorization_response_iss_parameter_supported'] === true,
  }
}

/** What a server asks for with `WWW-Authenticate: Bearer …`. */
interface Challenge {
  /** Where it describes itself. */
  resourceMetadata?: string
  /** What is to be allowed, as names with spaces between. */
  scope?: string
}

const MAX_CHARS = 4_000

/** The parameters of a challenge; empty for another scheme, or none. */
export function readChallenge(header = ''): Challenge {
  const text = header.slice(0, MAX_CHARS)
  if (!/^\s*bearer\s/i.test(text)) return {}
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain] of text.matchAll(
    /\b([a-z_]+)=(?:"([^"]*)"|([^\s",]+))/gi,
  ))
    parameters.set(name.toLowerCase(), quoted ?? plain ?? '')
  const resourceMetadata = parameters.get('resource_metadata')
  const scope = parameters.get('scope')
  return {
    ...given({ resourceMetadata }),
    ...(scope === undefined || scope === '' ? {} : { scope }),
  }
}

/** A person can't sign in from this page; what they can do in any case is to paste a token. */
export function noSignIn(meaning: string): ToolServerFailure {
  return fault('authorization', {
    title: 'Sign-in unavailable',
    meaning,
    nextStep: 'Create a token at its provider and enter it in Authorization.',
  })
}

/** The largest response, bytes. */
const MAX_BYTES = 256 * 1024

/** A message of a sign-in; those that are posted bring secrets back. */
interface SignInMessage {
  method: 'GET' | 'POST'
  url: string
  body?: JsonObject
  secretForm?: Readonly<Record<string, string>>
}

/** Sends one message of a sign-in, without any credential. */
export function sendSignIn<T>(
  client: Client,
  { method, url, ...body }: SignInMessage,
  parse: (value: unknown) => T | undefined,
  signal: AbortSignal,
): Promise<Result<T>> {
  const { origin, pathname, search } = new URL(url)
  const connection: Connection = {
    id: `sign-in ${origin}`,
    name: origin,
    baseUrl: origin,
    providerName: 'mcp',
    session: client.world.random.uuid(),
    kind: 'remote',
  }
  const read = method === 'GET' ? json : secretJson
  return request(
    client,
    connection,
    { method, path: pathname + search, accept: 'application/json', ...body },
    {
      signal,
      read: read(parse, 'a response to a sign-in'),
      timeoutMs: MESSAGE_TIMEOUT_MS,
      protocol: { name: 'mcp', headers: [], maxBytes: MAX_BYTES, explain: explained },
    },
  )
}

function explained(failure: Failure, { request: { url } }: { request: { url: string } }): Failure {
  const { origin } = new URL(url)
  if (isServiceError(failure)) return noSignIn(`${origin} returned HTTP ${failure.status}.`)
  if (failure.kind === 'unreachable')
    return fault('cors', {
      title: 'Sign-in blocked by CORS',
      meaning: `${origin} lets no web page read its responses, or is not running.`,
      nextStep: 'Create a token at its provider and enter it in Authorization.',
    })
  if (failure.kind === 'unexpected_answer' || failure.kind === 'answer_too_large')
    return noSignIn(`${origin} returned no valid sign-in response.`)
  return failure
}
