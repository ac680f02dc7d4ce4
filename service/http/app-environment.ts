import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** What every handler finds in its context. The sockets are absent when no server is listening. */
export interface AppEnvironment {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string }
}

export type AppContext = Context<AppEnvironment>
