import { encodeBase64Url } from '../../../../contract/encoding/bytes.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { given, isJsonObject, readJson } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { Client } from '../../client/client.ts'
import { loadText, saveSecrets, type SecretsOwner } from '../../vault/sealed-credential.ts'
import { VaultFault } from '../../vault/vault-fault.ts'
import type { Vault } from '../../vault/vault.ts'
import { readLine } from '../read/items.ts'
import { authorizationSecrets } from '../server-url.ts'
import { STATE_PREFIX } from './callback.ts'
import { type Authority, noSignIn, readAuthority, sendSignIn, type SignIn } from './find-sign-in.ts'

/** A sign-in that was begun. In memory only: nothing of it is saved. */
interface PendingSignIn {
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

/** What a sign-in gives. */
export interface Token {
  /** The value for Authorization. */
  authorization: string
  /** What `refreshToken` needs to get another one; a secret as the token itself. */
  refresh?: string
}

const CLIENT_NAME = 'Vendor Playground'

/** What a person does for a sign-in: where it returns to, what they registered, which hosts they saw it uses. */
export interface SignInChoices {
  redirectUri: string
  clientId?: string
  shownHosts?: readonly string[]
}

/** Why a sign-in didn't begin. */
export interface NotBegun {
  ok: false
  failure: Failure
  /** Only a person can register this page with the authority. */
  needsClientId?: true
  /** The hosts besides the issuer's that it uses, not all of which were shown: nothing was posted. */
  hosts?: readonly string[]
}

/**
 * Begins a sign-in: reads how the authority works, and registers this page with it, unless a person has
 * registered it there. Nothing is posted to a host that they weren't shown.
 */
export async function beginSignIn(
  client: Client,
  signIn: SignIn,
  { redirectUri, clientId: entered = '', shownHosts = [] }: SignInChoices,
  signal: AbortSignal,
): Promise<{ ok: true; value: PendingSignIn } | NotBegun> {
  const read = await readAuthority(client, signIn.issuer, signal)
  if (!read.ok) return read
  const authority = read.value
  let clientId = entered
  if (clientId === '' && authority.registrationUrl === undefined) {
    const { origin } = new URL(authority.issuer)
    const failure = noSignIn(`${origin} registers no apps automatically.`)
    return { ok: false, failure, needsClientId: true }
  }
  const hosts = otherHosts(authority, clientId === '')
  if (hosts.some((host) => !shownHosts.includes(host))) {
    const failure = noSignIn(`The sign-in also uses ${hosts.join(', ')}.`)
    return { ok: false, failure, hosts }
  }
  if (clientId === '' && authority.registrationUrl !== undefined) {
    const registered = await sendSignIn(
      client,
      {
        method: 'POST',
        url: authority.registrationUrl,
        body: {
          client_name: CLIENT_NAME,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
          ...given({ scope: signIn.scope }),
        },
      },
      (value) => (isJsonObject(value) ? readLine(value['client_id'], 2_000) : undefined),
      signal,
    )
    if (!registered.ok) return registered
    clientId = registered.value
  }
  const verifier = encodeBase64Url(client.world.random.bytes(32))
  const state = STATE_PREFIX + encodeBase64Url(client.world.random.bytes(16))
  const url = new URL(authority.authorizationUrl)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    state,
    resource: signIn.resource,
    ...given({ scope: signIn.scope }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return {
    ok: true,
    value: { url: url.href, signIn, authority, clientId, redirectUri, verifier, state },
  }
}

/** The hosts that a sign-in sends something to, but for the issuer's own. */
function otherHosts(
  { issuer, authorizationUrl, tokenUrl, registrationUrl }: Authority,
  registers: boolean,
): string[] {
  const urls = [authorizationUrl, tokenUrl, ...(registers ? [registrationUrl ?? issuer] : [])]
  const hosts = new Set(urls.map((url) => new URL(url).host))
  hosts.delete(new URL(issuer).host)
  return [...hosts]
}

/**
 * Ends a sign-in with what came back to the redirect URI. What was not requested here, or comes from another authority, is not used.
 */
export async function completeSignIn(
  client: Client,
  pending: PendingSignIn,
  search: string,
  signal: AbortSignal,
): Promise<Outcome<Token>> {
  const code = codeOf(pending, search)
  if (!code.ok) return code
  const { authority, clientId, redirectUri, verifier, signIn } = pending
  const use = { tokenUrl: authority.tokenUrl, clientId, resource: signIn.resource }
  const form = { code: code.value, redirect_uri: redirectUri, code_verifier: verifier }
  return requestToken(client, use, { grant_type: 'authorization_code', ...form }, signal)
}

/** Gets another token; `refresh` is what came with the one before. */
export async function refreshToken(
  client: Client,
  refresh: string,
  signal: AbortSignal,
): Promise<Outcome<Token>> {
  const parsed = refreshSchema.safeParse(readJson(refresh))
  if (!parsed.success) return { ok: false, failure: noSignIn("The refresh token can't be read.") }
  const { token, ...use } = parsed.data
  const form = { grant_type: 'refresh_token', refresh_token: token }
  const sent = await requestToken(client, use, form, signal)
  // An authority may go on with the same one.
  return sent.ok ? { ok: true, value: { refresh, ...sent.value } } : sent
}

const refreshSchema = z.object({
  tokenUrl: z.string(),
  clientId: z.string(),
  resource: z.string(),
  token: z.string(),
})

function requestToken(
  client: Client,
  use: Omit<z.infer<typeof refreshSchema>, 'token'>,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Outcome<Token>> {
  const { tokenUrl, clientId, resource } = use
  const read = (value: unknown): Token | undefined => {
    const authorization = readToken(value)
    const token = isJsonObject(value) ? value['refresh_token'] : undefined
    if (authorization === undefined) return undefined
    return {
      authorization,
      ...(typeof token === 'string' ? { refresh: JSON.stringify({ ...use, token }) } : {}),
    }
  }
  const secretForm = { ...form, client_id: clientId, resource }
  return sendSignIn(client, { method: 'POST', url: tokenUrl, secretForm }, read, signal)
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
  return encodeBase64Url(new Uint8Array(digest))
}

const never = new AbortController().signal

/** Gets another token for a server whose token is in the vault, and saves it there; false where there is none. */
export async function renewSealed(
  { client, vault }: { client: Client; vault: Vault },
  owner: SecretsOwner,
): Promise<boolean> {
  const renew = async () => {
    const refresh = await loadText(vault, owner, 'refresh')
    if (refresh === undefined) return false
    // Never stopped: the authority may have ended the token before by then.
    const token = await refreshToken(client, refresh, never)
    if (!token.ok) return false
    const { authorization, ...next } = token.value
    await saveSecrets(vault, owner, { ...authorizationSecrets(authorization), ...next })
    return true
  }
  const { locks } = client.world
  try {
    // Many authorities take each refresh token once, so another tab waits, and uses the next one.
    return locks === undefined
      ? await renew()
      : await locks.request(`tool-server:${owner.connectionId}`, renew)
  } catch (error) {
    if (error instanceof VaultFault) return false
    throw error
  }
}
