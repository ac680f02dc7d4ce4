import type { Failure } from '../../../../contract/errors/failure.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { Client } from '../../client/client.ts'
import { isLoopback } from '../../client/connection/network.ts'
import { readLine } from '../read/text.ts'
import { readChallenge } from './challenge.ts'
import { sendSignIn } from './send-sign-in.ts'
import { noSignIn } from './sign-in-fault.ts'

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

/** A host of this computer or its network. */
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
  return { resource, issuer, ...(scope === undefined ? {} : { scope }) }
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
    ...(registrationUrl === undefined ? {} : { registrationUrl }),
    repeatsIssuer: metadata['authorization_response_iss_parameter_supported'] === true,
  }
}
