import type { Failure } from '../../../../contract/errors/failure.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import type { Client } from '../../client/client.ts'
import { readLine } from '../read/text.ts'
import { STATE_PREFIX } from './callback.ts'
import { readAuthority, type Authority, type SignIn } from './find-sign-in.ts'
import { sendSignIn } from './send-sign-in.ts'
import { noSignIn } from './sign-in-fault.ts'

/** A sign-in that was begun. In memory only: nothing of it is saved. */
export interface PendingSignIn {
  /** What is opened for the person; it has no secret in it. */
  url: string
  signIn: SignIn
  authority: Authority
  clientId: string
  redirectUri: string
  verifier: string
  state: string
}

type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** What this page calls itself where people sign in. */
const CLIENT_NAME = 'Vendor Playground'

/** Begins a sign-in: reads how the authority works, and registers this page with it. */
export async function beginSignIn(
  client: Client,
  signIn: SignIn,
  redirectUri: string,
  signal: AbortSignal,
): Promise<Outcome<PendingSignIn>> {
  const read = await readAuthority(client, signIn.issuer, signal)
  if (!read.ok) return read
  const authority = read.value
  if (authority.registrationUrl === undefined)
    return {
      ok: false,
      failure: noSignIn(`${new URL(authority.issuer).origin} registers no apps automatically.`),
    }
  const registered = await sendSignIn(
    client,
    {
      method: 'POST',
      url: authority.registrationUrl,
      body: {
        client_name: CLIENT_NAME,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        ...(signIn.scope === undefined ? {} : { scope: signIn.scope }),
      },
    },
    (value) => (isJsonObject(value) ? readLine(value['client_id'], 2_000) : undefined),
    signal,
  )
  if (!registered.ok) return registered
  const clientId = registered.value
  const verifier = base64Url(client.world.random.bytes(32))
  const state = STATE_PREFIX + base64Url(client.world.random.bytes(16))
  const url = new URL(authority.authorizationUrl)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    state,
    resource: signIn.resource,
    ...(signIn.scope === undefined ? {} : { scope: signIn.scope }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return {
    ok: true,
    value: { url: url.href, signIn, authority, clientId, redirectUri, verifier, state },
  }
}

/**
 * Ends a sign-in with what came back to the redirect URI: the value for Authorization. What was not requested
 * here, or comes from another authority, is not used.
 */
export async function completeSignIn(
  client: Client,
  pending: PendingSignIn,
  search: string,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const code = codeOf(pending, search)
  if (!code.ok) return code
  return sendSignIn(
    client,
    {
      method: 'POST',
      url: pending.authority.tokenUrl,
      secretForm: {
        grant_type: 'authorization_code',
        code: code.value,
        client_id: pending.clientId,
        redirect_uri: pending.redirectUri,
        code_verifier: pending.verifier,
        resource: pending.signIn.resource,
      },
    },
    readToken,
    signal,
  )
}

function codeOf({ state, authority }: PendingSignIn, search: string): Outcome<string> {
  const parameters = new URLSearchParams(search)
  const issuer = parameters.get('iss')
  const isOwn =
    parameters.get('state') === state &&
    (issuer === null ? !authority.repeatsIssuer : issuer === authority.issuer)
  if (!isOwn) return { ok: false, failure: noSignIn('The response belongs to another sign-in.') }
  const code = parameters.get('code')
  if (code !== null && code !== '') return { ok: true, value: code }
  const error = parameters.get('error')
  return {
    ok: false,
    failure: noSignIn(
      error === 'access_denied'
        ? 'Access was denied. Nothing was saved.'
        : `The sign-in failed (${readLine(error ?? '', 60) ?? 'no code'}).`,
    ),
  }
}

function readToken(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined
  const { access_token: token, token_type: type } = value
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return undefined
  return typeof token === 'string' && /^[\x21-\x7e]{1,8000}$/.test(token)
    ? `Bearer ${token}`
    : undefined
}

/** SHA-256 of a verifier, as PKCE (RFC 7636) sends it first. */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64Url(new Uint8Array(digest))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
