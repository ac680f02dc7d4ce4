import { causeOf } from '../cause.ts'
import { ABORTED, type Admission } from './admission.ts'

/** Authenticates a request by its connection's credential, only ever at the credential's own origin. */
export const authenticated: Admission = async ({ connection, method, url }, signal) => {
  const { credential } = connection
  if (credential === undefined || credential.origin !== new URL(url).origin) return { ok: true }
  try {
    return { ok: true, credentials: await credential.authorize({ method, url }, signal) }
  } catch (error) {
    if (signal.aborted) return { ok: false, failure: ABORTED }
    return {
      ok: false,
      failure: {
        kind: 'declined',
        message: 'The request was not authenticated.',
        cause: causeOf(error),
      },
    }
  }
}
