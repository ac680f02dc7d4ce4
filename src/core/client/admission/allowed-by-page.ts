import type { Client } from '../client.ts'
import type { Admission } from './admission.ts'

/** Refuses an address that the page's security policy forbids; a plain web server has no policy. */
export function allowedByPage({ connections, world }: Client): Admission {
  return ({ url }) => {
    const { config } = connections.store.getState()
    const { origin } = new URL(url)
    const isAllowed =
      config.mode === 'starting' ||
      config.mode === 'static' ||
      origin === world.origin ||
      config.apiOrigins.includes(origin)
    if (isAllowed) return { ok: true }
    return {
      ok: false,
      failure: {
        kind: 'blocked_by_policy',
        origin,
        message: `This page may not contact ${origin}.`,
      },
    }
  }
}
