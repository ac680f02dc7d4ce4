import type { Hono } from 'hono'

import type { AppEnvironment } from './app-environment.ts'

/** Something the service cannot work without. */
interface Store {
  isReachable(): Promise<boolean>
}

/**
 * `GET /health`, for load balancers: 200 while requests are welcome, 503 while the service ends or
 * cannot reach what it needs. It says nothing else, so it is answered under any host name.
 */
export function healthRoute(
  app: Hono<AppEnvironment>,
  stores: readonly Store[],
  isClosing: () => boolean,
): void {
  app.get('/health', async (context) => {
    const reachable = await Promise.all(stores.map((store) => store.isReachable()))
    const status = isClosing() ? 'closing' : reachable.every(Boolean) ? 'ok' : 'storage unreachable'
    return context.json({ status }, status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
}
