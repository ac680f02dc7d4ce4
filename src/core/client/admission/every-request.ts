import type { Failure } from '../../../../contract/errors/failure.ts'
import { PRACTICE_ORIGIN } from '../../../../contract/practice/practice-api.ts'
import { Fault } from '../../failures/fault.ts'
import { causeOf } from '../cause.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { isLoopback } from '../connection/network.ts'
import { ABORTED, type Admission, type Grant } from './admission.ts'

/** What a failure says while the device has no network. */
export const NO_NETWORK = 'No network connection.'

/** Refuses an address that the page's security policy forbids; a plain web server has no policy. */
export function allowedByPage({ connections, world }: Client): Admission {
  return ({ url }) => {
    const { config } = connections.store.getState()
    const { origin } = new URL(url)
    const isAllowed =
      config.mode === 'starting' ||
      config.mode === 'static' ||
      origin === world.origin ||
      origin === PRACTICE_ORIGIN ||
      config.apiOrigins.includes(origin)
    if (isAllowed) return { ok: true }
    return {
      ok: false,
      failure: {
        kind: 'blocked_by_policy',
        origin,
        message: `connect-src doesn't include ${origin}.`,
      },
    }
  }
}

/** Whether a connection is out of reach because this device has no network. */
function isOffline(
  { connections, network, world }: Pick<Client, 'connections' | 'network' | 'world'>,
  { kind, baseUrl }: Connection,
): boolean {
  if (kind === 'practice') return false
  const { origin, hostname } = new URL(baseUrl)
  const { connection: current } = connections.store.getState()
  // The same service may be spoken to by a connection of its own, as a payment does.
  return current !== undefined && new URL(current.baseUrl).origin === origin
    ? network.store.getState().offline
    : !world.isOnline() && !isLoopback(hostname)
}

/** Refuses while the device has no network; what this machine serves may still be there. */
export function online(client: Client): Admission {
  return ({ connection }) =>
    isOffline(client, connection)
      ? { ok: false, failure: { kind: 'offline', message: NO_NETWORK } }
      : { ok: true }
}

/** Authenticates a request by its connection's credential, only ever at the credential's own origin. */
export const authenticated: Admission = async (
  { connection, method, url, isBackground = false, maxCost },
  signal,
) => {
  const { credential } = connection
  if (credential === undefined || credential.origin !== new URL(url).origin) return { ok: true }
  try {
    const grant: Grant = { ok: true }
    const request = { method, url, isBackground, maxCost, grant }
    grant.credentials = await credential.authorize(request, signal)
    return grant
  } catch (error) {
    if (signal.aborted) return { ok: false, failure: ABORTED }
    const cause = causeOf(error)
    // Of a wallet: one that signs by itself is locked, or its limits don't allow it.
    const isRefusal = credential.kind === 'wallet' && error instanceof Fault
    const failure: Failure = isRefusal
      ? { kind: 'not_signed', message: error.message, advice: error.advice }
      : credential.isSealed === true && error instanceof Error
        ? { kind: 'key_unavailable', message: error.message, cause }
        : { kind: 'declined', message: 'The request was not authenticated.', cause }
    return { ok: false, failure }
  }
}
