import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** What every handler finds in its context. The sockets are absent when no server is listening. */
export interface AppEnvironment {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The origin under which a proxy offers the service, when the request came by that name. */
    publicOrigin?: string
    /** The address of the caller; absent when no server is listening. */
    callerAddress?: string
  }
}

export type AppContext = Context<AppEnvironment>
